import * as z from 'zod'
import { Role } from '../access.ts'
import { binary, noun, post } from '../kernel/endpoint.ts'
import { Done, Id, KnownVersion } from '../kernel/fields.ts'
import { Paged, PageInput } from '../kernel/pages.ts'
import {
  ItemEnd,
  Member,
  MemberDraft,
  MemberEvent,
  MemberFilter,
  MemberItemDraft,
  MemberMetadata,
  MemberSubscription,
  OneMember,
  OneMemberItem,
} from './schema.ts'

/** F-2 `user report`, `user management`: a tenant its own members, customer support those of the chosen tenant. */
const access = { allow: [Role.Tenant, Role.Support], scope: 'tenant' } as const
const ofTenant = z.object({ tenantId: Id })
/** An item that says what it is of; the rest is as in a new one. */
const itemOfMember = MemberItemDraft.partial().required({ title: true })

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
  update: post('/v4/portal/userreport/update', {
    summary: '† Corrects the name or the e-mail of a member by hand; imports leave it so from then on',
    input: OneMember.extend(MemberDraft.partial().shape).extend(KnownVersion.shape),
    output: Member,
    ...access,
  }),
  disable: post('/v4/portal/userreport/disable', {
    summary: '† Turns a member off: the site doesn’t let it in, and days that are wholly off aren’t billed',
    input: OneMember,
    output: Member,
    ...access,
  }),
  enable: post('/v4/portal/userreport/enable', {
    summary: '† Turns a member on again',
    input: OneMember,
    output: Member,
    ...access,
  }),
  addItem: post('/v4/portal/userreport/item/add', {
    summary: '† Adds an item to a member by hand',
    input: OneMember.extend(itemOfMember.shape),
    output: Member,
    ...access,
    status: 201,
  }),
  updateItem: post('/v4/portal/userreport/item/update', {
    summary: '† Corrects an item by hand; what is left out stays, and so does the item at the next import',
    input: OneMemberItem.extend(MemberItemDraft.partial().shape).extend(KnownVersion.shape),
    output: Member,
    ...access,
  }),
  endItem: post('/v4/portal/userreport/item/end', {
    summary: '† Ends an item by hand as cancelled, today unless another day is given',
    input: OneMemberItem.extend(ItemEnd.shape),
    output: Member,
    ...access,
  }),
  history: post('/v4/portal/userreport/history', {
    summary: '† What staff has done to a member, the newest first',
    input: OneMember.extend(PageInput.shape),
    output: Paged(MemberEvent),
    ...access,
  }),
  erase: post('/v4/portal/userreport/erase', {
    summary: '† Erases a member for good; plays stay and name nobody any more',
    input: OneMember,
    output: Done,
    ...access,
  }),
})
