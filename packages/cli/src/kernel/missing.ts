import { isKinoraError, type KinoraError } from '@kinora/core'
import { explain } from './exit.ts'
import { contextFlags } from './hints.ts'
import { messages } from './messages.ts'
import type { Session } from './session.ts'
import { text } from './texts.ts'

/** Exit code 3: a row that isn't there, by its id, with how to find those that are. */
export const missingRow = (id: string, how: string, cause?: unknown): KinoraError =>
  explain('notFound', { what: text('resource.missing', { id }), why: text('why.notFound'), how }, cause)

/** The same of a row that `command` lists. */
export const missingIn = (session: Session, command: string, id: string, cause?: unknown): KinoraError =>
  missingRow(id, text('resource.missingHow', { command, context: contextFlags(session) }), cause)

/** What a call says where something isn't there is replaced. */
export const whenMissing = <T>(call: Promise<T>, toError: (error: KinoraError) => unknown): Promise<T> =>
  call.catch(async (error: unknown) => {
    throw isKinoraError(error) && error.code === 'notFound' ? await toError(error) : error
  })

/** The server's own sentence for what isn't there, with how to find what is. */
export const orNotFound = <T>(call: Promise<T>, how: string): Promise<T> =>
  whenMissing(call, error =>
    explain('notFound', { what: messages.error(error), why: text('why.notFound'), how }, error),
  )
