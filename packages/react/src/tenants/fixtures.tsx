import {
  newAppSettings,
  newTenant,
  newWebSettings,
  Role,
  type TenantSettings,
  toReadiness,
  type WebSettings,
} from '@kinora/core'
import { type StoryAnswers, storyUser } from '../testing/stories.tsx'

const set = { endsWith: '4f2a', setAt: '2026-05-03T10:00:00Z' }
const { password: _, ...plain } = newTenant
export const storyTenant: TenantSettings = {
  ...plain,
  tenantId: 'north',
  name: 'Northwind',
  customerNumber: 'K-1',
  email: null,
  providerEmail: 'a@b.test',
  timeZoneInfo: { offsetName: 'Europe/Berlin', utcOffset: '+01:00' },
  providerId: null,
  version: 1,
  languageCodes: ['en-GB'],
  languageTag: 'en-GB',
  activatedProducts: ['Web'],
  hasPassword: false,
  jwPlayerSecret: null,
}
export const storyWeb: WebSettings = {
  ...newWebSettings,
  tenantId: 'north',
  lockedContentBehaviour: 'do_nothing',
  projectId: 'p',
  url: 'https://north.example',
  localyticsWebId: 'l',
  landingPageGetAccessLink: 'https://north.example/join',
  siteSourceType: 'sso',
  numberOfMySubscriptionItemsOnHomePage: 3,
  secretKey: set,
  webHookKey: null,
  version: 1,
}
export const tabHrefs = () => ({ general: '#general', web: '#web', app: '#app' })

/** A platform with one tenant; single answers can be replaced. */
export function tenantAnswers(more: StoryAnswers = {}, settings: TenantSettings = storyTenant): StoryAnswers {
  return {
    session: { verify: () => ({ user: { ...storyUser, role: Role.Admin, tenants: [] } }) },
    tenants: {
      list: () => ({ data: [settings], totalRecords: 1, totalPages: 1, page: 1 }),
      view: () => settings,
      keys: () => ({
        keys: {
          accessKey: 'ak_1',
          secretKey: 'sk_1',
          createdDate: '2026-05-03T10:00:00Z',
          lastUsedDate: '2026-05-04T10:00:00Z',
        },
      }),
      ...more.tenants,
    },
    readiness: {
      view: () =>
        toReadiness({
          ...settings,
          timeZone: settings.timeZoneInfo.offsetName,
          hasWeb: true,
          hasApp: false,
          hasLook: false,
          termsLanguages: [],
          channels: 0,
          collections: 0,
        }),
      ...more.readiness,
    },
    terms: { versions: () => ({ data: [], totalRecords: 0, totalPages: 0, page: 1 }) },
    channels: { search: () => ({ data: [], totalRecords: 0, totalPages: 0, page: 1 }) },
    'web-settings': {
      view: () => storyWeb,
      webhook: () => ({
        address: 'https://kinora.example/api/v1/webhooks/stripe/north',
        isReady: true,
        lastEventDate: '2026-05-03T10:00:00Z',
        waiting: 2,
      }),
      ...more['web-settings'],
    },
    'app-settings': {
      view: () => ({
        ...newAppSettings,
        tenantId: 'north',
        sharedSecret: null,
        siteSourceType: null,
        hasStripe: false,
        version: null,
      }),
    },
  }
}
