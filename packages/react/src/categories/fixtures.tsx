import { type Category, Role, type TenantEntry } from '@kinora/core'
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

const category = (categoryId: string, name: string, more: Partial<Category> = {}): Category => ({
  categoryId,
  tenantId: 'north',
  name: { invariantText: name, localTexts: [] },
  description: { invariantText: '', localTexts: [] },
  isPromoted: false,
  imageLink: null,
  bannerImageLink: null,
  subCategories: [],
  displayOrder: 1,
  version: 1,
  ...more,
})

const barbell = {
  subCategoryId: 's-1',
  isPromoted: true,
  name: { invariantText: 'Barbell', localTexts: [{ ietfTag: 'de-DE', text: 'Langhantel' }] },
}
export const storyCategories: Category[] = [
  category('c-0', 'Yoga', { tenantId: null, isPromoted: true }),
  category('c-1', 'Strength', { subCategories: [barbell] }),
  category('c-2', 'Cardio', { displayOrder: 2 }),
  category('c-3', 'Cycling', { displayOrder: 3 }),
]

/** A platform (fake server) that stores the categories it is sent; single answers can be replaced. */
export function categoryAnswers(
  replaced: StoryAnswers['categories'] = {},
  role: Role = Role.Tenant,
  { isPlatformOwnedCategories = false } = {},
): StoryAnswers {
  let stored = storyCategories.filter(row => !isPlatformOwnedCategories || row.tenantId === null)
  const find = (id: string) => stored.find(row => row.categoryId === id)!
  const withTexts = (text?: { invariantText: string; localTexts?: { ietfTag: string; text: string }[] }) =>
    text && { invariantText: text.invariantText, localTexts: text.localTexts ?? [] }
  return {
    session: {
      verify: () => ({ user: { ...storyUser, role, tenants: role === Role.Tenant ? [entry] : [] } }),
    },
    tenants: {
      config: () => ({
        data: [
          {
            tenant: {
              tenantId: 'north',
              languageCodes: ['en-GB', 'de-DE'],
              languageTag: 'en-GB',
              isPlatformOwnedCategories,
            },
          },
        ],
      }),
    },
    categories: {
      list: () => ({ totalRecords: stored.length, totalPages: 1, page: 1, data: stored }),
      create({ name, isPromoted }) {
        stored = [
          ...stored,
          category('c-new', name.invariantText, { name: withTexts(name)!, isPromoted: isPromoted ?? false }),
        ]
        return { categoryId: 'c-new' }
      },
      update({ categoryId, tenantId: _, version, name, description, subCategories = [], ...changes }) {
        const before = find(categoryId)
        if (version !== undefined && version !== before.version) return new Failure(409)
        const added = subCategories.map(sub => ({
          subCategoryId: sub.subCategoryId ?? 's-new',
          isPromoted: sub.isPromoted,
          name: withTexts(sub.name)!,
        }))
        const kept = before.subCategories.filter(sub =>
          added.every(each => each.subCategoryId !== sub.subCategoryId),
        )
        const after: Category = {
          ...before,
          ...changes,
          name: withTexts(name) ?? before.name,
          description: withTexts(description) ?? before.description,
          subCategories: [...kept, ...added],
          version: before.version + 1,
        }
        stored = stored.map(row => (row === before ? after : row))
        return after
      },
      reorder({ categoryIds }) {
        const next = categoryIds.map(find)
        stored = stored.map(row => (categoryIds.includes(row.categoryId) ? next.shift()! : row))
        return { status: 200 }
      },
      ...replaced,
    },
  }
}
