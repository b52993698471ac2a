; Connect 4
; Yara Said
;
; TODO: the whole program
