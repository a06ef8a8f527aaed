[playlist]
File1=../Music/Abel Marr/Low Water/01 Ebb Line.flac
Title1=Ebb Line
Length1=5
File2=../Music/Abel Marr/Low Water/02 Slack Water.flac
Title2=Slack Water
Length2=5
File3=../Music/Abel Marr/Low Water/03 Young Flood.flac
Title3=Young Flood
Length3=5
File4=../Music/Abel Marr/Low Water/04 Lamps on the Pier.flac
Title4=Lamps on the Pier
Length4=5
NumberOfEntries=4
Version=2
