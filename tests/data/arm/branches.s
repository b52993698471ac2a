	area |.text|, code, readonly
	entry
start	b start
	beq start
	bne start
	bcs start
	bhs start
	bcc start
	blo start
	bmi start
	bpl start
	bvs start
	bvc start
	bhi start
	bls start
	bge start
	blt start
	bgt start
	ble start
	bal start
	bl start
	bleq start
	blls start
	bllt start
	bx lr
	bxne r0
1	subs r0,r0,#1
	bne %b1
	beq %f2
	b %f1
1	nop
2	b %b1
	b %b2
	b start+8
	swi 0x11
	svc #&123456
	mul r0,r1,r2
	muls r0,r1,r2
	mla r0,r1,r2,r3
	umull r0,r1,r2,r3
	umlals r0,r1,r2,r3
	smull r0,r1,r2,r3
	smlaleq r0,r1,r2,r3
	mrs r0,cpsr
	mrs r1,spsr
	msr cpsr_c,#0xd3
	msr cpsr_f,r0
	msr spsr_cxsf,r1
	msr cpsr_flg,#0xf0000000
	nop
	end
