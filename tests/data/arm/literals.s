	AREA lit, CODE, READONLY
	ENTRY
U0	EQU 0xE000C000
	LDR R0,=10
	LDR R0,="0"
	LDR R0, = 0
	LDR R0,=-1
	LDR R0,=0xFF00FFFF
	LDR R0,=0x12345678
	LDR R1,=U0
	LDR R2,=U0+0x14
	LDR R1,=0x12345678
	LDR R3,=text
	LDR R3,=text+4
	LDR R3,=text
	LDREQ R4,=table
	LDR R6,text
	LDRB R6,text+1
	STR R6,table
	ADR R0,text
	ADR R0,table
	ADR R1,here
here	ADR R0,{PC}
	B .
	LTORG
text	DCB "text",0
table	DCD text,table,here-text,U0
	LDR R0,=0xCAFEBABE
	END
