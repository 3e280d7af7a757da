import { worldOfProcess } from './adapters/process.ts'
import { run } from './program.ts'

/** Runs the command line of this process; called by `bin/kinora.cjs`. */
export async function main(): Promise<void> {
  process.exitCode = await run(worldOfProcess())
}
