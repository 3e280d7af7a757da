import { type Collection, Role, type Subscription, type TenantEntry } from '@kinora/core'
import { Failure, type StoryAnswers, storyUser } from '../testing/stories.tsx'

const entry: TenantEntry = {
  tenantId: 'north',
  name: 'Northwind',
  connect: null,
  providerId: null,
  isBulkUploadEnabled: true,
  isRichTextEnabled: true,
  timeZone: 'Europe/Berlin',
}

const collection = (collectionTag: string, name: string, active: boolean): Collection => ({
  collectionTag,
  tenantId: 'north',
  name,
  description: `${name} for everyone.`,
  documentIds: [],
  active,
  activatedOnce: active,
  isFeaturedCollection: false,
  isClassOfDayCollection: false,
  displayOrder: 1,
  collectionItems: [],
  itemCount: 0,
  upcomingCount: 0,
  createdDate: '2026-11-01T08:00:00',
  version: 1,
})

const subscription = (
  subsPackageId: string,
  title: string,
  more: Partial<Subscription> = {},
): Subscription => ({
  subsPackageId,
  title,
  description: `${title} for everyone.`,
  subscriptionType: 'allinone',
  collectionTags: ['c-1', 'c-2'],
  pricingTableId: `price_${subsPackageId}`,
  imageLink: '',
  isActive: true,
  status: 'Active',
  paymentKind: 'stripe',
  tenantId: 'north',
  createdDate: '2026-11-01T08:00:00',
  version: 1,
  ...more,
})

export const storySubscriptions: Subscription[] = [
  subscription('1', 'Unlimited'),
  subscription('2', 'First steps', {
    subscriptionType: 'bundle',
    collectionTags: ['c-3'],
    isActive: false,
    status: 'Saved',
  }),
  subscription('3', 'Summer', { isActive: false, status: 'Inactive' }),
]

/** A server that holds three packages and takes what it is sent; `replaced` answers otherwise. */
export function subscriptionAnswers(
  replaced: NonNullable<StoryAnswers['subscriptions']> = {},
  stored: readonly Subscription[] = storySubscriptions,
): StoryAnswers {
  let rows = stored
  return {
    session: { verify: () => ({ user: { ...storyUser, role: Role.Tenant, tenants: [entry] } }) },
    collections: {
      list() {
        const data = [
          collection('c-1', 'Mornings', true),
          collection('c-2', 'Short', true),
          collection('c-3', 'Planned', false),
        ]
        return { data, totalRecords: 3, totalPages: 1, page: 1 }
      },
    },
    subscriptions: {
      list: () => ({ data: [...rows], totalRecords: rows.length, totalPages: 1, page: 1 }),
      view({ subsPackageId }) {
        const row = rows.find(each => each.subsPackageId === subsPackageId)
        return row === undefined ? new Failure(404) : { data: [row] }
      },
      create: () => ({ subsPackageId: 'new' }),
      update({ subsPackageId, tenantId: _, version = 1, imageLink, ...set }) {
        const before = rows.find(each => each.subsPackageId === subsPackageId)!
        const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
        return { ...before, ...given, imageLink: imageLink ?? before.imageLink, version: version + 1 }
      },
      remove(input) {
        // A body that is a list is all of the input.
        const ids = input as unknown as string[]
        rows = rows.filter(row => !ids.includes(row.subsPackageId))
        return { failed: [] }
      },
      checkPrice: () => ({
        outcome: 'found',
        name: 'Unlimited',
        amount: 2990,
        currency: 'eur',
        interval: 'month',
        intervalCount: 3,
      }),
      ...replaced,
    },
  }
}
