import { worldOfProcess } from './adapters/process.ts'
import { addTitlesNoun } from './commands/titles-read.ts'
import { addUpload } from './commands/titles-upload.ts'
import { type AddCommands, runWith } from './kernel/command-line.ts'

const help = new Set(['-h', '--help'])

/** What the rest of the build runs on, of which an upload may need some. */
const [major, minor] = process.versions.node.split('.').map(Number)
const canRunAll = major! > 22 || (major === 22 && minor! >= 19)

const addUploading: AddCommands = (program, session) => addUpload(addTitlesNoun(program), session)

/**
 * `titles upload` as a small file of its own, so that going on after a kill begins at once (decision 0017). False where its
 * help is asked for, or this Node is too old.
 */
export function main(): boolean {
  if (!canRunAll || process.argv.some(flag => help.has(flag))) return false
  void runWith(addUploading, worldOfProcess()).then(code => {
    process.exitCode = code
  })
  return true
}
