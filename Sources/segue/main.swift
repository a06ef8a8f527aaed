SegueProgram.run()
