import type { TitleFilter } from '@kinora/core'

export interface Search {
  name: string
  filter: TitleFilter
  /** The same by hand. */
  where: string
}

const mat = `equipment_ids && ARRAY['equipment-mat']`
const core = `focus_area_ids && ARRAY['focus-core']`
const label = `label_ids && ARRAY['label-express']`
const beginner = 'skill BETWEEN 1 AND 4'
const like = (word: string) => `search_text LIKE '%${word}%'`

/** Every kind of filter of TITLE-14, alone and together. */
export const searches: readonly Search[] = [
  { name: 'nothing', filter: {}, where: 'true' },
  { name: 'a frequent word', filter: { query: 'flow' }, where: like('flow') },
  { name: 'two words', filter: { query: 'rower flow' }, where: `${like('rower')} AND ${like('flow')}` },
  { name: 'a rare word', filter: { query: 'example777' }, where: like('example777') },
  { name: 'category', filter: { categoryId: ['yoga'] }, where: `class_category_id = 'yoga'` },
  {
    name: 'sub category',
    filter: { subcategory: ['yoga-yin'] },
    where: `class_sub_category_id = 'yoga-yin'`,
  },
  { name: 'label', filter: { labelId: ['label-express'] }, where: label },
  { name: 'duration', filter: { duration: ['601-1200'] }, where: 'duration_second BETWEEN 601 AND 1200' },
  { name: 'skill', filter: { skill: ['beginner'] }, where: beginner },
  { name: 'focus area', filter: { focusAreaId: ['focus-core'] }, where: core },
  { name: 'equipment', filter: { equipmentId: ['equipment-mat'] }, where: mat },
  { name: 'intensity', filter: { intensity: [1, 2] }, where: 'intensity IN (1, 2)' },
  { name: 'language', filter: { classLanguageName: ['de-DE'] }, where: `class_language_code = 'de-DE'` },
  {
    name: 'channel',
    filter: { channelId: ['ironside-strength'] },
    where: `channel_id = 'ironside-strength'`,
  },
  { name: 'provider', filter: { providerId: ['ironside'] }, where: `provider_id = 'ironside'` },
  { name: 'type', filter: { contentType: [2] }, where: 'content_type = 2' },
  { name: 'tags', filter: { titleTags: ['many-0000005'] }, where: `tag = 'many-0000005'` },
  {
    name: 'tenant',
    filter: { tenant: 'pulsehouse' },
    where: `(tenant_id = 'pulsehouse' OR tenants && ARRAY['pulsehouse'])`,
  },
  { name: 'status', filter: { status: [5] }, where: 'status = 5' },
  { name: 'external id', filter: { externalId: ['catalogue-500'] }, where: `external_id = 'catalogue-500'` },
  {
    name: 'provider, status',
    filter: { providerId: ['ironside'], status: [5] },
    where: `provider_id = 'ironside' AND status = 5`,
  },
  {
    name: 'skill, intensity, language',
    filter: { skill: [3], intensity: [2], classLanguageName: ['de-DE'] },
    where: `skill = 3 AND intensity = 2 AND class_language_code = 'de-DE'`,
  },
  {
    name: 'category, equipment, skill',
    filter: { categoryId: ['yoga'], equipmentId: ['equipment-mat'], skill: ['beginner'] },
    where: `class_category_id = 'yoga' AND ${mat} AND ${beginner}`,
  },
  {
    name: 'word, equipment, skill',
    filter: { query: 'flow', equipmentId: ['equipment-mat'], skill: ['beginner'] },
    where: `${like('flow')} AND ${mat} AND ${beginner}`,
  },
  {
    name: 'seven filters',
    filter: {
      categoryId: ['yoga'],
      labelId: ['label-express'],
      focusAreaId: ['focus-core'],
      intensity: [2],
      status: [4],
      classLanguageName: ['en-US'],
      duration: ['601-1200'],
    },
    where: `class_category_id = 'yoga' AND ${label} AND ${core} AND intensity = 2 AND status = 4
      AND class_language_code = 'en-US' AND duration_second BETWEEN 601 AND 1200`,
  },
]
