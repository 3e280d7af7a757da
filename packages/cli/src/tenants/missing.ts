import type { KinoraError } from '@kinora/core'
import { explain } from '../kernel/exit.ts'
import { contextFlags } from '../kernel/follow-up.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'

/** Exit code 3: a tenant that isn't there, with how to find those that are. */
export const missingTenant = (session: Session, id: string): KinoraError =>
  explain('notFound', {
    what: text('resource.missing', { id }),
    why: text('why.notFound'),
    how: text('resource.missingHow', { command: 'kinora tenants list', context: contextFlags(session) }),
  })
