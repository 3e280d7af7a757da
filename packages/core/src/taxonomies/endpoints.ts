import * as z from 'zod'
import { Role } from '../access.ts'
import { callsFor, noun } from '../kernel/endpoint.ts'
import { Id as AnyId, KnownVersion, removal } from '../kernel/fields.ts'
import { Paged, SearchInput } from '../kernel/pages.ts'
import { Equipment, FocusArea, Label, TaxonomyDraft, type TaxonomyKind, taxonomyIds } from './schema.ts'

const { post } = callsFor({ allow: [Role.Tenant, Role.Support], scope: 'tenant' })
const Id = AnyId.min(1)
const ofTenant = z.object({ tenantId: Id })

/** Everything is one page unless a page is asked for; `query` is part of a name in any language. */
const Search = SearchInput.extend({ take: SearchInput.shape.take.default(-1) })

/** The calls that labels, focus areas and equipment share (META-10). */
const calls = <K extends TaxonomyKind, E extends z.ZodType>(kind: K, entity: E) => ({
  list: post(`/v4/portal/${kind}/get`, {
    summary: `The tenant’s ${kind} entries and the platform’s (API-38)`,
    input: ofTenant.extend(Search.shape),
    output: Paged(entity),
  }),
  create: post(`/v4/portal/${kind}/add`, {
    summary: `Adds a ${kind} entry to the tenant and answers with its id (API-39, META-03)`,
    input: ofTenant.extend(TaxonomyDraft.shape),
    output: z.object({ [taxonomyIds[kind]]: Id } as Record<(typeof taxonomyIds)[K], typeof Id>),
    status: 201,
  }),
  update: post(`/v4/portal/${kind}/update`, {
    summary: `Changes a ${kind} entry of the tenant; what is left out stays (API-40)`,
    input: ofTenant
      .extend({ [taxonomyIds[kind]]: Id } as Record<(typeof taxonomyIds)[K], typeof Id>)
      .extend(TaxonomyDraft.partial().shape)
      .extend(KnownVersion.shape),
    output: entity,
  }),
})

export const labels = noun('labels', {
  ...calls('label', Label),
  remove: post('/v4/portal/label/delete', {
    summary: 'Deletes labels of the tenant, each on its own, and takes them off its titles (API-41)',
    input: ofTenant.extend({ ids: z.array(Id).min(1).max(100) }),
    output: z.object({
      data: z.array(removal({ id: 'labelId' }).extend({ id: Id.meta({ wire: 'labelId' }) })),
    }),
  }),
})
export const focusAreas = noun('focus-areas', calls('focusarea', FocusArea))
export const equipment = noun('equipment', calls('equipment', Equipment))
