import { worldOfProcess } from './adapters/process.ts'
import { addTitleReading } from './commands/titles-read.ts'
import { runWith } from './kernel/command-line.ts'

const reading = new Set(['list', 'show', 'export', 'watch'])
const help = new Set(['-h', '--help'])

/**
 * What is asked most, built into one small file: `bin/kinora.cjs` runs it without loading the rest (decision 0017). False
 * where the command is another one, or its help is asked for.
 */
export function main(): boolean {
  const [noun, verb = '', ...flags] = process.argv.slice(2)
  if (noun !== 'titles' || !reading.has(verb) || flags.some(flag => help.has(flag))) return false
  void runWith(addTitleReading, worldOfProcess()).then(code => {
    process.exitCode = code
  })
  return true
}
