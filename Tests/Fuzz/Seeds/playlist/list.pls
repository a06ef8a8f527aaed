[playlist]
File1=a.mp3
Title1=A
Length1=12
NumberOfEntries=1
