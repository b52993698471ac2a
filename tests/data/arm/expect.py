"""Expected words of the ARM programs in this folder, made with GNU as and ld: python3 expect.py

Needs binutils for ARM (Debian: binutils-arm-none-eabi). Rewrites each program from armasm's notation into GNU's and writes
name.words, one word of flash a line. Knows what these programs use, no more: no macros, no conditions, and no literal that
armasm would take from an earlier pool, which GNU as does not do. PUSH and POP become block transfers, as armasm makes them.
"""
import pathlib
import re
import subprocess
import tempfile

def conv(text):
    out=['.syntax unified','.arm','.cpu arm7tdmi','.text']
    dirs=set('AREA ENTRY END EQU DCB DCD DCW DCDU DCWU DCQ SPACE ALIGN LTORG IMPORT EXPORT GLOBAL RN ROUT FILL PRESERVE8'.split())|set('=&%')
    for line in text.split('\n'):
        # strip comment
        o='';i=0;q=None
        while i<len(line):
            c=line[i]
            if q: 
                o+=c
                if c==q: q=None
            elif c=='"': q='"'; o+=c
            elif c=="'" and i+2<len(line) and line[i+2]=="'": o+=str(ord(line[i+1])); i+=2
            elif c==';': break
            else: o+=c
            i+=1
        line=o.rstrip()
        if not line: out.append(''); continue
        m=re.match(r'(\S*)\s*(\S*)\s*(.*)$',line)
        lab,op,rest=m.groups()
        m2=re.match(r'([A-Za-z]+|[=&%])(.*)$',op)
        if m2 and m2.group(2)[:1] in ('{','"'): rest=m2.group(2)+' '+rest; op=m2.group(1)
        if op[:1] in '=&%' and len(op)>1: rest=op[1:]+' '+rest; op=op[0]
        U=op.upper()
        def ex(e):
            e=re.sub(r'&([0-9A-Fa-f]+)\b',r'0x\1',e)
            e=re.sub(r'\b2_([01]+)',r'0b\1',e)
            for a,b in ((':AND:','&'),(':OR:','|'),(':EOR:','^'),(':NOT:','~'),(':SHL:','<<'),(':SHR:','>>'),(':MOD:','%')): e=e.replace(a,b)
            e=re.sub(r'%[Bb](\d+)',r'\1b',e); e=re.sub(r'%[Ff](\d+)',r'\1f',e)
            e=e.replace('{PC}','.')
            if '"' in e: e=re.sub(r'"(.)"',lambda m:str(ord(m.group(1))),e)
            return e
        if U in('AREA',):
            if 'READWRITE' in rest.upper() or 'NOINIT' in rest.upper(): out.append('.ltorg\n.data')
            elif re.search(r'\bDATA\b',rest.upper()): out.append('.ltorg\n.section .rodata')
            else: out.append('.text')
            continue
        if U in('ENTRY','IMPORT','EXPORT','GLOBAL','ROUT','PRESERVE8'): continue
        if U=='END': break
        if U in('EQU','*'): out.append(f'.set {lab},{ex(rest)}'); continue
        if U=='RN': out.append(f'{lab} .req r{int(rest)}'); continue
        pre=''
        if U in('DCD','&','DCW','DCQ') or (U and U not in dirs):
            pre='.balign %d\n'%(2 if U=='DCW' else 4)
        if lab and not op: out.append('@LAB '+lab); continue
        if lab: 
            lab=re.sub(r'^(\d+)\w*',r'\1',lab)
        s=pre+(f'{lab}: ' if lab else '')
        if U in('DCB','='):
            parts=re.findall(r'"(?:[^"]|"")*"|[^,]+',rest); s2=[]
            for p in parts:
                p=p.strip()
                if p.startswith('"'): 
                    t=p[1:-1].replace('""','"'); t=t.encode().decode('unicode_escape')
                    s2+= [str(b) for b in t.encode('latin1')]
                elif p: s2.append(ex(p))
            out.append(s+('.byte '+','.join(s2) if s2 else '')); continue
        if U in('DCD','&','DCDU'): out.append(s+'.word '+ex(rest)); continue
        if U in('DCW','DCWU'): out.append(s+'.hword '+ex(rest)); continue
        if U=='DCQ': out.append(s+'.quad '+ex(rest)); continue
        if U in('SPACE','%'): out.append(s+'.space '+ex(rest)); continue
        if U=='FILL':
            n,v=(rest.split(',')+['0'])[:2]; out.append(s+f'.fill {n},1,{v}'); continue
        if U=='ALIGN': out.append(s+'.balign '+(rest or '4')); continue
        if U=='LTORG': out.append(s+'.ltorg'); continue
        r=ex(rest)
        if U=='NOP': out.append(s+'mov r0,r0'); continue
        # single push/pop as stm/ldm is what this assembler makes
        m=re.match(r'(PUSH|POP)(..)?$',U)
        if m:
            r='sp!, '+r; U=('STMDB' if m.group(1)=='PUSH' else 'LDMIA')+(m.group(2) or '')
        # pre-UAL order to UAL
        C='EQ|NE|CS|HS|CC|LO|MI|PL|VS|VC|HI|LS|GE|LT|GT|LE|AL'
        m=re.match(rf'(LDR|STR)({C})(B|H|SB|SH|T|BT)$',U)
        if m: U=m.group(1)+m.group(3)+m.group(2)
        m=re.match(rf'(LDM|STM)({C})(IA|IB|DA|DB|FD|FA|ED|EA)$',U)
        if m: U=m.group(1)+m.group(3)+m.group(2)
        m=re.match(rf'(AND|EOR|SUB|RSB|ADD|ADC|SBC|RSC|ORR|MOV|BIC|MVN|MUL|MLA)({C})S$',U)
        if m: U=m.group(1)+'S'+m.group(2)
        r=re.sub(r'=\s*',"=",r)
        if re.match(r'MUL',U) and r.count(',')==1:
            a,b=r.split(','); r=f'{a},{b},{a}'
        out.append(s+U.lower()+' '+r)
    # labels alone: behind padding of the next instruction
    res=[]
    for i,l in enumerate(out):
        if l.startswith('@LAB '):
            nxt=next((x for x in out[i+1:] if x and not x.startswith('@LAB')),'')
            name=re.sub(r'^(\d+)\w*',r'\1',l[5:])
            res.append(('.balign 4\n' if nxt.startswith('.balign 4') else '')+name+':')
        else: res.append(l)
    return '\n'.join(res)+'\n'


def words(source, folder):
    (folder / "p.s").write_text(conv(source.read_text(encoding="latin1")), encoding="latin1")
    run = lambda *command: subprocess.run(command, cwd=folder, check=True, stderr=subprocess.DEVNULL)
    run("arm-none-eabi-as", "-o", "p.o", "p.s")
    run("arm-none-eabi-ld", "-Ttext=0", "-Tdata=0x40000000", "-o", "p.elf", "p.o")
    run("arm-none-eabi-objcopy", "-O", "binary", "-j", ".text", "-j", ".rodata", "p.elf", "p.bin")
    flash = (folder / "p.bin").read_bytes()
    flash += bytes(-len(flash) % 4)
    steps = range(0, len(flash), 4)
    return "".join("0x%08X %08X\n" % (at, int.from_bytes(flash[at:at + 4], "little")) for at in steps)


with tempfile.TemporaryDirectory() as folder:
    for source in sorted(pathlib.Path(__file__).parent.glob("*.s")):
        source.with_suffix(".words").write_text(words(source, pathlib.Path(folder)))
        print(source.name)
