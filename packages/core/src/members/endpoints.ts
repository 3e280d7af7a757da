import * as z from 'zod'
import { Role } from '../access.ts'
import { binary, callsFor, noun } from '../kernel/endpoint.ts'
import { Done, KnownVersion, OfTenant } from '../kernel/fields.ts'
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
const { post } = callsFor({ allow: [Role.Tenant, Role.Support], scope: 'tenant' })
/** An item that says what it is of; the rest is as in a new one. */
const itemOfMember = MemberItemDraft.partial().required({ title: true })

export const members = noun('members', {
  list: post('/v4/portal/userreport/list', {
    summary: 'Members of the tenant’s site with their subscriptions, the newest first (API-144)',
    input: OfTenant.extend(MemberFilter.shape).extend(PageInput.shape),
    output: Paged(Member),
  }),
  export: post('/v4/portal/userreport/export', {
    summary: 'The members that match as CSV, a row for each subscription (API-145)',
    input: OfTenant.extend(MemberFilter.shape),
    output: binary('text/csv; charset=utf-8'),
  }),
  metadata: post('/v4/portal/userreport/metadata', {
    summary: 'What members can be filtered by (API-146)',
    input: OfTenant,
    output: MemberMetadata,
  }),
  subscriptions: post('/v4/portal/userreport/subscriptions', {
    summary: 'The subscriptions of one member (API-147)',
    input: OneMember,
    output: z.array(MemberSubscription),
  }),
  fetch: post('/v4/portal/userreport/fetch', {
    summary: '† One member with its subscriptions',
    input: OneMember,
    output: Member,
  }),
  update: post('/v4/portal/userreport/update', {
    summary: '† Corrects the name or the e-mail of a member by hand; imports leave it so from then on',
    input: OneMember.extend(MemberDraft.partial().shape).extend(KnownVersion.shape),
    output: Member,
  }),
  disable: post('/v4/portal/userreport/disable', {
    summary: '† Turns a member off: the site doesn’t let it in, and days that are wholly off aren’t billed',
    input: OneMember,
    output: Member,
  }),
  enable: post('/v4/portal/userreport/enable', {
    summary: '† Turns a member on again',
    input: OneMember,
    output: Member,
  }),
  addItem: post('/v4/portal/userreport/item/add', {
    summary: '† Adds an item to a member by hand',
    input: OneMember.extend(itemOfMember.shape),
    output: Member,
    status: 201,
  }),
  updateItem: post('/v4/portal/userreport/item/update', {
    summary: '† Corrects an item by hand; what is left out stays, and so does the item at the next import',
    input: OneMemberItem.extend(MemberItemDraft.partial().shape).extend(KnownVersion.shape),
    output: Member,
  }),
  endItem: post('/v4/portal/userreport/item/end', {
    summary: '† Ends an item by hand as cancelled, today unless another day is given',
    input: OneMemberItem.extend(ItemEnd.shape),
    output: Member,
  }),
  history: post('/v4/portal/userreport/history', {
    summary: '† What staff has done to a member, the newest first',
    input: OneMember.extend(PageInput.shape),
    output: Paged(MemberEvent),
  }),
  erase: post('/v4/portal/userreport/erase', {
    summary: '† Erases a member for good; plays stay and name nobody any more',
    input: OneMember,
    output: Done,
  }),
})
