import { worldOfProcess } from './adapters/process.ts'
import { addTitleReading, addTitlesNoun } from './commands/titles-read.ts'
import { addUpload } from './commands/titles-upload.ts'
import { type AddCommands, runWith } from './kernel/command-line.ts'

const addUploading: AddCommands = (program, session) => addUpload(addTitlesNoun(program), session)

const quick: Readonly<Record<string, AddCommands>> = {
  ...{ list: addTitleReading, show: addTitleReading, export: addTitleReading, watch: addTitleReading },
  upload: addUploading,
}
const help = new Set(['-h', '--help'])

/** What the rest of the build runs on, of which an upload may need some. */
const [major, minor] = process.versions.node.split('.').map(Number)
const canRunAll = major! > 22 || (major === 22 && minor! >= 19)

/**
 * What is asked most, and what goes on after a kill, built into one small file: `bin/kinora.cjs` runs it without loading
 * the rest (decision 0017). False where the command is another one, or its help is asked for.
 */
export function main(): boolean {
  const [noun, verb = '', ...flags] = process.argv.slice(2)
  const add = Object.hasOwn(quick, verb) ? quick[verb] : undefined
  if (noun !== 'titles' || add === undefined || flags.some(flag => help.has(flag))) return false
  if (verb === 'upload' && !canRunAll) return false
  void runWith(add, worldOfProcess()).then(code => {
    process.exitCode = code
  })
  return true
}
