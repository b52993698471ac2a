; Connect 4
; Beatriz Costa
;
; TODO: the whole program
