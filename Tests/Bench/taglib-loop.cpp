// What a plain program does: TagLib's FileRef and properties() for each file of a list, one after the other.
//   taglib-loop LIST      LIST has a path a line; prints how many files could be read and the sum of their lengths
#include <taglib/fileref.h>
#include <taglib/tpropertymap.h>

#include <fstream>
#include <iostream>
#include <string>

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  std::ifstream list(argv[1]);
  long files = 0, milliseconds = 0, values = 0;
  for (std::string path; std::getline(list, path);) {
    TagLib::FileRef file(path.c_str(), true, TagLib::AudioProperties::Average);
    if (file.isNull()) continue;
    files++;
    if (auto sound = file.audioProperties()) milliseconds += sound->lengthInMilliseconds();
    for (const auto &property : file.file()->properties()) {
      for (const auto &value : property.second) values += value.to8Bit(true).size();
    }
  }
  std::cout << files << " files, " << milliseconds / 1000 << " s, " << values << " bytes of tags\n";
}
