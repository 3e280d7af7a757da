import { demand, type Session } from './session.ts'

/** The lines of stdin: a password ends at the end of its line; blanks inside it and before it belong to it. */
export const stdinLines = async ({ world }: Session): Promise<string[]> =>
  (await world.stdin.text()).split(/\r?\n/)

/** A password that is typed without being shown. */
export async function askPassword(session: Session, question: string): Promise<string> {
  demand(session, '--password-stdin')
  return (await session.world.prompt()).password(question)
}
