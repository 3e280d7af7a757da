import * as z from 'zod'
import { Role } from '../access.ts'
import { binary, noun, post } from '../kernel/endpoint.ts'
import { Id } from '../kernel/fields.ts'
import { Paged, PageInput } from '../kernel/pages.ts'
import { Member, MemberFilter, MemberMetadata, MemberSubscription, OneMember } from './schema.ts'

/** F-2 `user report`: a tenant its own members, customer support those of the chosen tenant. */
const access = { allow: [Role.Tenant, Role.Support], scope: 'tenant' } as const
const ofTenant = z.object({ tenantId: Id })

export const members = noun('members', {
  list: post('/v4/portal/userreport/list', {
    summary: 'Members of the tenant’s site with their subscriptions, the newest first (API-144)',
    input: ofTenant.extend(MemberFilter.shape).extend(PageInput.shape),
    output: Paged(Member),
    ...access,
  }),
  export: post('/v4/portal/userreport/export', {
    summary: 'The members that match as CSV, a row for each subscription (API-145)',
    input: ofTenant.extend(MemberFilter.shape),
    output: binary('text/csv; charset=utf-8'),
    ...access,
  }),
  metadata: post('/v4/portal/userreport/metadata', {
    summary: 'What members can be filtered by (API-146)',
    input: ofTenant,
    output: MemberMetadata,
    ...access,
  }),
  subscriptions: post('/v4/portal/userreport/subscriptions', {
    summary: 'The subscriptions of one member (API-147)',
    input: OneMember,
    output: z.array(MemberSubscription),
    ...access,
  }),
  fetch: post('/v4/portal/userreport/fetch', {
    summary: '† One member with its subscriptions',
    input: OneMember,
    output: Member,
    ...access,
  }),
  erase: post('/v4/portal/userreport/erase', {
    summary: '† Erases a member for good; plays stay and name nobody any more',
    input: OneMember,
    output: z.object({ status: z.int() }),
    ...access,
  }),
})
