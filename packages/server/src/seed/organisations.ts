import type { channelsTable } from '../stored-channels/tables.ts'
import type { providersTable } from '../stored-providers/tables.ts'
import type { tenantsTable } from '../tenants/tables.ts'

const berlin = { offsetName: 'Europe/Berlin' }
const riyadh = { offsetName: 'Asia/Riyadh' }
const stockholm = { offsetName: 'Europe/Stockholm' }

/** Three tenants that differ in what the product does for them. */
export const demoTenants: (typeof tenantsTable.$inferInsert)[] = [
  {
    tenantId: 'pulsehouse',
    name: 'Pulse House',
    customerNumber: 'K-1001',
    email: 'tenant@demo.kinora.test',
    timeZone: berlin,
    languageCodes: ['en-GB', 'de-DE', 'fr-FR'],
    languageTag: 'en-GB',
    activatedProducts: ['Virtual', 'Web', 'Mobile App'],
    isProviderActive: true,
    jwPlayerSiteId: 'pulse-house',
    audioNormalize: true,
    connect: 'ondemand',
    isBulkUploadEnabled: true,
    siteSourceType: 'sub',
    isRichTextEnabled: true,
  },
  {
    tenantId: 'oasiswellness',
    name: 'Oasis Wellness',
    customerNumber: 'K-1002',
    email: 'studio@oasis-wellness.test',
    timeZone: riyadh,
    languageCodes: ['ar-SA', 'en-US', 'he-IL'],
    languageTag: 'ar-SA',
    activatedProducts: ['Web', 'Mobile App'],
    isProviderActive: false,
    connect: 'both',
    isBulkUploadEnabled: true,
    siteSourceType: 'sub',
    isRichTextEnabled: true,
  },
  {
    tenantId: 'nordicmove',
    name: 'Nordic Move',
    customerNumber: 'K-1003',
    email: 'hej@nordic-move.test',
    timeZone: stockholm,
    languageCodes: ['sv-SE', 'nb-NO', 'fi-FI', 'zh-CN', 'en-US'],
    languageTag: 'sv-SE',
    activatedProducts: ['API', 'Web'],
    isProviderActive: false,
    connect: 'none',
    isBulkUploadEnabled: true,
    siteSourceType: 'sso',
  },
]

type Provider = typeof providersTable.$inferInsert

const provider = (tag: string, displayName: string, email: string, contact: string): Provider => ({
  tag,
  name: displayName.toLowerCase().replace(/ /g, '-'),
  displayName,
  email,
  contact,
  phoneNumber: '+442079460018',
  isBulkUploadEnabled: true,
})

/** The provider that a tenant yields (C-80). */
const tenantProvider = (tenant: (typeof demoTenants)[number]): Provider => ({
  ...provider(`tenant-${tenant.tenantId}`, tenant.name, tenant.email!, `${tenant.name} studio`),
  tenantId: tenant.tenantId,
  isTenantProvider: true,
})

export const demoProviders: Provider[] = [
  provider('ironside', 'Ironside Training', 'provider@demo.kinora.test', 'Jo Ironside'),
  provider('lumen-yoga', 'Lumen Yoga', 'hello@lumen-yoga.test', 'Priya Raman'),
  {
    ...provider('tempo-ride', 'Tempo Ride', 'crew@tempo-ride.test', 'Mateo Rossi'),
    isBulkUploadEnabled: false,
  },
  ...demoTenants.map(tenantProvider),
]

type Channel = typeof channelsTable.$inferInsert & { tenants: readonly string[] }

export const demoChannels: Channel[] = [
  {
    tag: 'ironside-strength',
    name: 'ironsidestrength',
    displayName: 'Ironside Strength',
    description: 'Barbell, kettlebell and bodyweight classes for every level.',
    providerTag: 'ironside',
    appAndWeb: true,
    inClub: true,
    tenants: ['pulsehouse', 'oasiswellness', 'nordicmove'],
  },
  {
    tag: 'ironside-club-floor',
    name: 'ironsideclubfloor',
    displayName: 'Ironside Club Floor',
    description: 'Classes for the screens on the club floor; not shown in apps or on the web.',
    providerTag: 'ironside',
    inClub: true,
    kinds: ['virtual'],
    tenants: ['pulsehouse'],
  },
  {
    tag: 'lumen-flow',
    name: 'lumenflow',
    displayName: 'Lumen Flow',
    description: 'Vinyasa, yin and breathing practice, from ten minutes to an hour.',
    providerTag: 'lumen-yoga',
    appAndWeb: true,
    hotel: true,
    tenants: ['pulsehouse', 'oasiswellness'],
  },
  {
    tag: 'tempo-ride-studio',
    name: 'temporidestudio',
    displayName: 'Tempo Ride Studio',
    description: 'Indoor cycling to the beat: climbs, sprints and recovery rides.',
    providerTag: 'tempo-ride',
    appAndWeb: true,
    tenants: ['nordicmove'],
  },
  {
    tag: 'pulse-house-originals',
    name: 'pulsehouseoriginals',
    displayName: 'Pulse House Originals',
    description: 'Signature classes from the Pulse House studios.',
    providerTag: 'tenant-pulsehouse',
    appAndWeb: true,
    tenants: ['pulsehouse'],
  },
  {
    tag: 'oasis-at-home',
    name: 'oasisathome',
    displayName: 'Oasis at Home',
    description: 'Evening calm and breathing from the Oasis Wellness studios.',
    providerTag: 'tenant-oasiswellness',
    appAndWeb: true,
    tenants: ['oasiswellness'],
  },
  {
    tag: 'nordic-everyday',
    name: 'nordiceveryday',
    displayName: 'Nordic Everyday',
    description: 'Strength and mobility for every day, from Nordic Move.',
    providerTag: 'tenant-nordicmove',
    appAndWeb: true,
    tenants: ['nordicmove'],
  },
]
