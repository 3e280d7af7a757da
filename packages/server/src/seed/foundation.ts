import type { LocalisedText, TaxonomyKind } from '@kinora/core'
import { eq, sql } from 'drizzle-orm'
import { categoriesTable, subCategoriesTable } from '../categories/tables.ts'
import type { Deps } from '../deps.ts'
import { storeImage } from '../images/index.ts'
import { sealSecret } from '../kernel/secrets.ts'
import type { Database } from '../ports/db.ts'
import type { FilesPort } from '../ports/files.ts'
import { usersTable, userTenantsTable } from '../session/tables.ts'
import { channelsTable, channelTenantsTable } from '../stored-channels/tables.ts'
import { providersTable } from '../stored-providers/tables.ts'
import { taxonomiesTable } from '../taxonomies/tables.ts'
import { tenantsTable } from '../tenants/tables.ts'
import { type DemoAccount, demoAccounts } from './accounts.ts'
import { demoChannels, demoProviders, demoTenants } from './organisations.ts'

type Needs = Pick<Deps, 'db' | 'passwords' | 'secrets' | 'clock'>

/** Whether nobody can sign in yet: the sign of a new data folder. */
export const isUnseeded = async (db: Database): Promise<boolean> => (await db.$count(usersTable)) === 0

/** The demo without its titles: organisations, catalogue and the four accounts; all or nothing. */
export async function seedFoundation(
  { db, passwords, secrets, clock }: Needs,
  password: string,
): Promise<void> {
  const passwordHash = await passwords.hash(password)
  await db.transaction(async tx => {
    const jwPlayerSecret = sealSecret('demo-jw-secret', secrets, clock.now())
    await tx
      .insert(tenantsTable)
      .values(demoTenants.map(tenant => (tenant.isProviderActive ? { ...tenant, jwPlayerSecret } : tenant)))
    await tx.insert(providersTable).values(demoProviders)
    await tx.insert(channelsTable).values(demoChannels.map(({ tenants: _, ...channel }) => channel))
    await tx
      .insert(channelTenantsTable)
      .values(
        demoChannels.flatMap(({ tag, tenants }) => tenants.map(tenantId => ({ channelTag: tag, tenantId }))),
      )
    await tx.insert(categoriesTable).values(demoCategories)
    await tx.insert(subCategoriesTable).values(demoSubCategories)
    // One is there already: a platform has it from the start; in the demo it has another name.
    await tx
      .insert(taxonomiesTable)
      .values(demoTaxonomies)
      .onConflictDoUpdate({ target: taxonomiesTable.id, set: { name: sql`excluded.name` } })
    await addAccounts(tx, Object.values(demoAccounts), passwordHash)
  })
}

/** `--empty`: one administrator and nothing else. */
export async function seedAdministrator(
  { db, passwords }: Pick<Needs, 'db' | 'passwords'>,
  password: string,
): Promise<void> {
  const passwordHash = await passwords.hash(password)
  await db.transaction(tx => addAccounts(tx, [demoAccounts.admin], passwordHash))
}

async function addAccounts(
  db: Database,
  accounts: readonly DemoAccount[],
  passwordHash: string,
): Promise<void> {
  await db
    .insert(usersTable)
    .values(accounts.map(({ tenantIds: _, ...account }) => ({ ...account, passwordHash })))
  const entries = accounts.flatMap(({ userId, tenantIds }) =>
    tenantIds.map((tenantId, position) => ({ userId, tenantId, position })),
  )
  if (entries.length > 0) await db.insert(userTenantsTable).values(entries)
}

/** Channels that have images of their own; the others use them again. */
const PICTURED = 5

/** CHAN-08: an active channel has both images. */
export async function seedChannelImages(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  assets: FilesPort,
): Promise<void> {
  const store = async (path: string) => {
    const file = await assets.read(path)
    return file === undefined ? null : await storeImage({ blobs, db }, file.bytes, 'jpg')
  }
  for (const [index, { tag }] of demoChannels.entries()) {
    const number = (index % PICTURED) + 1
    const profileImageUrl = await store(`/channel-${number}-profile.jpg`)
    const mediaSpaceImageUrl = await store(`/channel-${number}-space.jpg`)
    await db
      .update(channelsTable)
      .set({ profileImageUrl, mediaSpaceImageUrl })
      .where(eq(channelsTable.tag, tag))
  }
}

/** An English text with its translations by IETF tag. */
const text = (invariantText: string, local: Record<string, string> = {}): LocalisedText => ({
  invariantText,
  localTexts: Object.entries(local).map(([ietfTag, translated]) => ({ ietfTag, text: translated })),
})

interface DemoCategory {
  id: string
  tenantId?: string
  name: LocalisedText
  description: LocalisedText
  isPromoted?: boolean
  subCategories: Record<string, LocalisedText>
}

const categories: DemoCategory[] = [
  {
    id: 'strength',
    name: text('Strength', {
      'de-DE': 'Kraft',
      'fr-FR': 'Renforcement',
      'ar-SA': 'القوة',
      'zh-CN': '力量训练',
      'sv-SE': 'Styrka',
    }),
    description: text('Build muscle and confidence with weights or none.', {
      'ar-SA': 'ابنِ عضلاتك وثقتك بالأوزان أو بدونها.',
    }),
    isPromoted: true,
    subCategories: {
      'strength-kettlebell': text('Kettlebell', { 'ar-SA': 'كيتل بيل', 'zh-CN': '壶铃' }),
      'strength-barbell': text('Barbell', { 'de-DE': 'Langhantel', 'ar-SA': 'الأثقال', 'zh-CN': '杠铃' }),
      'strength-bodyweight': text('Bodyweight', { 'de-DE': 'Körpergewicht', 'sv-SE': 'Kroppsvikt' }),
    },
  },
  {
    id: 'cardio',
    name: text('Cardio', {
      'de-DE': 'Ausdauer',
      'ar-SA': 'تمارين القلب',
      'zh-CN': '有氧运动',
      'sv-SE': 'Kondition',
    }),
    description: text('Raise the heart rate: intervals, dance and running form.'),
    subCategories: {
      'cardio-hiit': text('HIIT', { 'ar-SA': 'تدريب متقطع عالي الشدة', 'zh-CN': '高强度间歇训练' }),
      'cardio-dance': text('Dance', { 'fr-FR': 'Danse', 'ar-SA': 'رقص' }),
    },
  },
  {
    id: 'cycling',
    name: text('Cycling', {
      'de-DE': 'Radfahren',
      'fr-FR': 'Cyclisme',
      'ar-SA': 'ركوب الدراجات',
      'zh-CN': '骑行',
      'sv-SE': 'Cykling',
    }),
    description: text('Indoor rides from recovery to race pace.'),
    isPromoted: true,
    subCategories: {
      'cycling-climb': text('Climb', { 'sv-SE': 'Klättring', 'zh-CN': '爬坡' }),
      'cycling-rhythm': text('Rhythm ride', { 'sv-SE': 'Rytmpass' }),
    },
  },
  {
    id: 'yoga',
    name: text('Yoga and mobility', {
      'de-DE': 'Yoga und Beweglichkeit',
      'ar-SA': 'اليوغا والمرونة',
      'he-IL': 'יוגה וגמישות',
      'zh-CN': '瑜伽与灵活性',
    }),
    description: text('Move well and recover: vinyasa, yin, stretching.'),
    subCategories: {
      'yoga-vinyasa': text('Vinyasa', { 'ar-SA': 'فينياسا', 'zh-CN': '流瑜伽' }),
      'yoga-yin': text('Yin', { 'ar-SA': 'يين', 'zh-CN': '阴瑜伽' }),
      'yoga-stretch': text('Stretching', { 'de-DE': 'Dehnen', 'fr-FR': 'Étirements' }),
    },
  },
  {
    id: 'meditation',
    name: text('Meditation', { 'ar-SA': 'التأمل', 'he-IL': 'מדיטציה', 'zh-CN': '冥想' }),
    description: text('Breath, sleep and focus.'),
    subCategories: { 'meditation-breath': text('Breathing', { 'ar-SA': 'التنفس', 'zh-CN': '呼吸' }) },
  },
  {
    id: 'pulse-signature',
    tenantId: 'pulsehouse',
    name: text('Pulse Signature', { 'de-DE': 'Pulse Signatur' }),
    description: text('Only at Pulse House.'),
    subCategories: { 'pulse-signature-lab': text('Performance Lab') },
  },
  {
    id: 'oasis-calm',
    tenantId: 'oasiswellness',
    name: text('Oasis Calm', { 'ar-SA': 'هدوء الواحة', 'he-IL': 'רוגע' }),
    description: text('Quiet practice for the evening.'),
    subCategories: { 'oasis-calm-night': text('Night', { 'ar-SA': 'ليل' }) },
  },
]

const demoCategories: (typeof categoriesTable.$inferInsert)[] = categories.map((category, index) => ({
  categoryId: category.id,
  tenantId: category.tenantId ?? null,
  name: category.name,
  description: category.description,
  isPromoted: category.isPromoted ?? false,
  displayOrder: index + 1,
}))

const demoSubCategories = categories.flatMap(category =>
  Object.entries(category.subCategories).map(([subCategoryId, name], index) => ({
    subCategoryId,
    categoryId: category.id,
    name,
    displayOrder: index + 1,
  })),
)

type Names = Record<string, Record<string, string>>

const entries = (
  kind: TaxonomyKind,
  tenantId: string | null,
  names: Names,
): (typeof taxonomiesTable.$inferInsert)[] =>
  Object.entries(names).map(([id, name]) => ({ id, kind, tenantId, name }))

const demoTaxonomies = [
  ...entries('label', null, {
    'label-beginner': { 'en-US': 'Beginner friendly', 'de-DE': 'Für Einsteiger', 'ar-SA': 'مناسب للمبتدئين' },
    'label-low-impact': { 'en-US': 'Low impact', 'fr-FR': 'Faible impact', 'zh-CN': '低冲击' },
    'label-express': { 'en-US': 'Express', 'sv-SE': 'Express' },
  }),
  ...entries('label', 'pulsehouse', { 'label-pulse-pick': { 'en-GB': 'Pulse pick', 'de-DE': 'Pulse-Tipp' } }),
  ...entries('label', 'oasiswellness', { 'label-ramadan': { 'en-US': 'Ramadan', 'ar-SA': 'رمضان' } }),
  ...entries('focusarea', null, {
    'focus-core': { 'en-US': 'Core', 'de-DE': 'Rumpf', 'ar-SA': 'الجذع' },
    'focus-legs': { 'en-US': 'Legs', 'de-DE': 'Beine', 'zh-CN': '腿部' },
    'focus-upper-body': { 'en-US': 'Upper body', 'fr-FR': 'Haut du corps' },
    'focus-full-body': { 'en-US': 'Full body', 'sv-SE': 'Hela kroppen' },
  }),
  ...entries('focusarea', 'nordicmove', {
    'focus-ski-fitness': { 'en-US': 'Ski fitness', 'sv-SE': 'Skidform' },
  }),
  ...entries('equipment', null, {
    'equipment-none': { 'en-US': 'No equipment', 'de-DE': 'Ohne Geräte', 'ar-SA': 'بدون معدات' },
    'equipment-kettlebell': { 'en-US': 'Kettlebell', 'zh-CN': '壶铃' },
    'equipment-mat': { 'en-US': 'Mat', 'de-DE': 'Matte', 'ar-SA': 'حصيرة' },
    'equipment-bike': { 'en-US': 'Indoor bike', 'sv-SE': 'Spinningcykel' },
  }),
  ...entries('equipment', 'pulsehouse', { 'equipment-pulse-sled': { 'en-GB': 'Pulse sled' } }),
]
