import type { BinaryResponse } from '@kinora/core'
import { usage } from './exit.ts'
import type { Session } from './session.ts'
import { text } from './texts.ts'

/** Names of stdout; some things behind it, such as a socket, can't be opened a second time. */
const namesOfStdout: ReadonlySet<string> = new Set(['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'])

/** Whether a path names where the command prints. */
export const isStdoutPath = (path: string): boolean => namesOfStdout.has(path)

/** A name or digest that a server says, as the name of one file: it leads to no other folder, whatever the server is. */
export const toFileName = (said: string): string =>
  said.replaceAll(/[/\\\p{Cc}]/gu, '_').replace(/^\.{0,2}$/, '_')

/** Where a file goes that has a name of its own: into a folder under that name, as `cp` does, else to the path that is given. */
export async function outputPathFor(
  { world }: Session,
  output: string,
  name: string | undefined,
): Promise<string> {
  if (name === undefined || !(await world.files.isFolder(output))) return output
  return world.files.resolve(toFileName(name), output)
}

/** An answer into a file, or to stdout where none is named. `--jq` has no JSON to filter there: a usage error. */
export async function saveResponse(
  session: Session,
  answer: Pick<BinaryResponse, 'body' | 'fileName'>,
  output: string | undefined,
): Promise<void> {
  const body = answer.body instanceof Blob ? answer.body.stream() : answer.body
  // Text is JSON that has been filtered.
  if (session.options.jq !== undefined && typeof body !== 'string') {
    if (body instanceof ReadableStream) await body.cancel()
    throw usage('--jq: this command prints a file, not JSON', 'Run it without --jq.')
  }
  if (output !== undefined && !isStdoutPath(output)) {
    const path = await outputPathFor(session, output, answer.fileName)
    await session.world.files.write(path, body)
    return session.print.done(text('api.saved', { path }))
  }
  if (typeof body === 'string' || body instanceof Uint8Array) return session.print.raw(body)
  for await (const piece of body) session.print.raw(piece)
}
