import type { BinaryAnswer } from '@kinora/core'
import { text } from '../texts.ts'
import type { Session } from './session.ts'

/** The bytes of an answer into a file, or to stdout where none is named. */
export async function saveAnswer(
  session: Session,
  answer: BinaryAnswer,
  output: string | undefined,
): Promise<void> {
  const body = answer.body instanceof Blob ? answer.body.stream() : answer.body
  if (output !== undefined && output !== '-') {
    await session.world.files.write(output, body)
    return session.print.done(text('api.saved', { path: output }))
  }
  if (typeof body === 'string' || body instanceof Uint8Array) return session.print.raw(body)
  for await (const piece of body) session.print.raw(piece)
}
