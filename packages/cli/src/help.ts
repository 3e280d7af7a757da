import type { World } from './kernel/world.ts'
import { run } from './program.ts'

export { draftFields } from './titles/draft-fields.ts'
export { filterFields } from './titles/filter-fields.ts'

/** The columns that `kinora --help` is rendered for; a wider terminal gets the same, a narrower one its own. */
const columns = 80

/** What `kinora --help` says, rendered once by the build; the bin hands it out without loading anything. */
export async function renderHelp(hasColours: boolean): Promise<string> {
  let text = ''
  const stream = {
    isTTY: hasColours,
    columns,
    write(chunk: string | Uint8Array) {
      text += String(chunk)
    },
  }
  const world = { args: ['--help'], env: {}, stdin: { isTTY: false }, stdout: stream, stderr: stream }
  await run(world as unknown as World)
  return text
}
