import { type Label, Role, type TenantEntry } from '@kinora/core'
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
export const tenantUser = { ...storyUser, role: Role.Tenant, tenants: [entry] }

export const storyLabels: Label[] = [
  {
    labelId: 'l-1',
    tenantId: 'north',
    name: { 'en-GB': 'Sunrise', 'ar-SA': 'شروق' },
    isActive: true,
    version: 1,
  },
  { labelId: 'l-2', tenantId: 'north', name: { 'en-GB': 'Winter' }, isActive: false, version: 3 },
  {
    labelId: 'l-3',
    tenantId: null,
    name: { 'en-US': 'Beginner', 'de-DE': 'Einsteiger' },
    isActive: true,
    version: 1,
  },
]

/** A platform (fake server) that stores the labels it is sent; single answers can be replaced. */
export function labelAnswers(
  languageCodes: string[] = ['en-GB', 'de-DE', 'ar-SA'],
  replaced: StoryAnswers['labels'] = {},
): StoryAnswers {
  const stored = new Map(storyLabels.map(label => [label.labelId, label]))
  return {
    session: { verify: () => ({ user: tenantUser }) },
    tenants: {
      config: () => ({
        data: [
          {
            tenant: {
              tenantId: 'north',
              languageCodes,
              languageTag: languageCodes[0] ?? '',
              isPlatformOwnedCategories: false,
            },
          },
        ],
      }),
    },
    titles: { search: () => ({ totalRecords: 12, totalPages: 12, page: 1, data: [] }) },
    labels: {
      list({ query = '', isActive }) {
        const data = [...stored.values()].filter(
          label =>
            Object.values(label.name).some(name => name.includes(query)) &&
            (isActive === undefined || label.isActive === isActive),
        )
        return { totalRecords: data.length, totalPages: 1, page: 1, data }
      },
      create({ name, isActive }) {
        stored.set('l-new', { labelId: 'l-new', tenantId: 'north', name, isActive, version: 1 })
        return { labelId: 'l-new' }
      },
      update({ labelId, tenantId: _, version, ...changes }) {
        const label = stored.get(labelId)!
        if (version !== undefined && version !== label.version) return new Failure(409)
        const next = { ...label, ...changes, version: label.version + 1 }
        stored.set(labelId, next)
        return next
      },
      remove({ ids }) {
        return { data: ids.map(id => ({ id, status: stored.delete(id) ? 200 : 404 })) }
      },
      ...replaced,
    },
  }
}

/** What somebody else has saved meanwhile, as the server refuses an outdated write. */
export const outdated = () =>
  new Failure(409, undefined, {
    code: 'outdated',
    changes: [
      {
        path: 'name.en-GB',
        before: 'Sunrise',
        after: 'Daybreak',
        by: 'Ada Okafor',
        at: '2026-11-20T09:00:00Z',
      },
      { path: 'isActive', before: true, after: false, by: 'Ada Okafor', at: '2026-11-20T09:00:00Z' },
    ],
  })
