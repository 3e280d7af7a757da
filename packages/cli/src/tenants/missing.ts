import type { KinoraError } from '@kinora/core'
import { explain } from '../kernel/exit.ts'
import { text } from '../texts.ts'

/** Exit code 3: a tenant that isn't there, with how to find those that are. */
export const missingTenant = (id: string): KinoraError =>
  explain('notFound', {
    what: text('resource.missing', { id }),
    why: text('why.notFound'),
    how: text('resource.missingHow', { command: 'kinora tenants list' }),
  })
