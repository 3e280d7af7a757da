import {
  type equipment,
  type focusAreas,
  KinoraError,
  type labels,
  type TaxonomyKind,
  toPage,
} from '@kinora/core'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { listTaxonomy } from './rows.ts'

/** META-10; a tenant that the caller doesn't act for looks like one that doesn't exist (C-14). */
async function list<K extends TaxonomyKind>(kind: K, tenantId: string, { deps, scope }: Context) {
  if (scope.kind !== 'tenant' || scope.tenantId !== tenantId) throw new KinoraError('notFound')
  const rows = await listTaxonomy(scope, deps.db, kind)
  return toPage(rows, rows.length, { page: 1, take: -1 })
}

const notYet = async (): Promise<never> => {
  throw new KinoraError('notImplemented')
}

export const labelHandlers: Handlers<typeof labels> = {
  list: ({ tenantId }, context) => list('label', tenantId, context),
  create: notYet,
  update: notYet,
  remove: notYet,
}
export const focusAreaHandlers: Handlers<typeof focusAreas> = {
  list: ({ tenantId }, context) => list('focusarea', tenantId, context),
  create: notYet,
  update: notYet,
}
export const equipmentHandlers: Handlers<typeof equipment> = {
  list: ({ tenantId }, context) => list('equipment', tenantId, context),
  create: notYet,
  update: notYet,
}
