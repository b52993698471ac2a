	AREA d, CODE, READONLY
	ENTRY
	B code
b1	DCB 1
	DCW 0x1234, -1
b2	= "a","b",'c',0x0D,10
b3	DCB "say ""hi""; it's ok	tab"
	DCD 1,&FF,2_11,-1
b4	DCB 255,-128
	DCDU 0x11223344
	DCB 7
	ALIGN
	DCWU 5
	ALIGN 8
b5	SPACE 3
	% 2
b6	FILL 4,0xAB
	DCQ 0x11223344
	DCB 9
code
	MOV R0,#1
	DCB "odd"
same	MOV R0,#2
	DCB ""
	DCB 5
	& code, same, b1+2
b7	DCW b6-b5
	DCD b2, (b3-b2)*2, :NOT:7, 7:MOD:4, 0xF0:EOR:0xFF, 1<<4
	END
