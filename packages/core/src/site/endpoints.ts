import * as z from 'zod'
import { Role } from '../access.ts'
import { Instant } from '../events/schema.ts'
import { callsFor, noun } from '../kernel/endpoint.ts'
import { limits } from '../kernel/field-rules.ts'
import { Done, Id, KnownVersion, OfTenant } from '../kernel/fields.ts'
import { Paged, ShortPageInput } from '../kernel/pages.ts'
import {
  AnyConfigurationType,
  GeneralDraft,
  MobileDraft,
  SiteConfiguration,
  SiteInput,
  siteAnswers,
} from './schema.ts'

const { del, get, post, put } = callsFor({ allow: [Role.Tenant, Role.Support], scope: 'tenant' })
const ofType = OfTenant.extend({ configurationType: AnyConfigurationType })
const all = z.object({ data: z.array(SiteConfiguration) })

export const site = noun('site', {
  list: post('/v4/portal/siteconfig/get', {
    summary: 'The configurations of a type: one, or the links in their order (API-140)',
    input: ofType.extend(ShortPageInput.shape),
    output: Paged(SiteConfiguration),
  }),
  save: put('/v4/portal/siteconfig/update', {
    summary: 'Stores a configuration, and answers with all of its type (API-141)',
    input: z.object({ configuration: SiteInput }),
    body: 'configuration',
    output: all,
    scope: 'own',
  }),
  remove: del('/v4/portal/siteconfig', {
    summary: 'Deletes one configuration by its tag, or all of a type (API-142)',
    input: ofType.extend({ tag: Id.optional() }),
    output: Done,
  }),
  reorder: put('/v4/portal/siteconfig/reorder', {
    summary: 'Puts custom links into another order',
    input: OfTenant.extend({ tags: z.array(Id).min(1).max(limits.list) }),
    output: Done,
  }),
  preview: get('/v4/portal/siteconfig/preview', {
    summary:
      '† A token with which a page of the site reads as it was or will be at a moment, or with a title that isn’t published; good for a quarter of an hour',
    input: OfTenant.extend({ asOf: Instant.optional(), titleTag: Id.optional() }),
    output: z.object({
      token: z.string(),
      /** Seconds that it is good for. */
      expiresIn: z.int(),
    }),
    isSecret: true,
  }),
  general: post('/v4/portal/siteconfig/general/get', {
    summary: 'General site settings; null before they are saved (API-143)',
    input: OfTenant,
    output: z.object({ data: siteAnswers.general.extend(KnownVersion.shape).nullable() }),
  }),
  saveGeneral: post('/v4/portal/siteconfig/general/update', {
    summary: 'Stores general site settings as a whole (API-143)',
    input: OfTenant.extend({ ...GeneralDraft.shape, ...KnownVersion.shape }),
    output: Done,
  }),
  mobile: post('/v4/portal/siteconfig/mobile/get', {
    summary: 'Mobile site settings; null before they are saved (API-143)',
    input: OfTenant,
    output: z.object({ data: MobileDraft.extend(KnownVersion.shape).nullable() }),
  }),
  saveMobile: post('/v4/portal/siteconfig/mobile/update', {
    summary: 'Stores mobile site settings as a whole (API-143)',
    input: OfTenant.extend({ ...MobileDraft.shape, ...KnownVersion.shape }),
    output: Done,
  }),
})
