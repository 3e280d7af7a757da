import { channelKinds, createMessages, en, type Metadata } from '@kinora/core'
import {
  type CatalogueRow,
  type CheckOptions,
  checkCatalogue,
  type Problem,
  readCsv,
  toSentences,
} from '@kinora/core/bulk'

const messages = createMessages(en)

export async function* chunksOf(source: string | Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source
  for (let start = 0; start < bytes.length; start += size) yield bytes.slice(start, start + size)
}

export interface Checked {
  rows: CatalogueRow[]
  drafts: object[]
  problems: Problem[]
  /** `row column: sentence`, errors only. */
  errors: string[]
  warnings: string[]
}

export async function check(
  source: string | Uint8Array,
  options: Partial<CheckOptions> & { size?: number } = {},
): Promise<Checked> {
  const rows: CatalogueRow[] = []
  const drafts: object[] = []
  const problems: Problem[] = []
  for await (const event of checkCatalogue(readCsv(chunksOf(source, options.size)), {
    publish: false,
    ...options,
  })) {
    if (event.kind === 'problems') problems.push(...event.problems)
    else
      for (const checked of event.rows) {
        rows.push(checked.row)
        drafts.push(checked.draft)
        problems.push(...checked.problems)
      }
  }
  const lines = (level: Problem['level']) =>
    problems
      .filter(problem => problem.level === level)
      .map(problem => `${problem.row} ${problem.column}: ${toSentences(problem, messages).what}`.trim())
  return { rows, drafts, problems, errors: lines('error'), warnings: lines('warning') }
}

const localised = (text: string, german?: string) => ({
  invariantText: text,
  localTexts: german === undefined ? [] : [{ ietfTag: 'de-DE', text: german }],
})
const taxonomy = (name: string, german?: string) => ({
  displayName: name,
  tenantId: null,
  isActive: true,
  name: { 'en-GB': name, ...(german === undefined ? {} : { 'de-DE': german }) },
})
const category = (id: string, name: string, german: string, subs: string[]) => ({
  id,
  categoryId: id,
  displayName: name,
  tenantId: null,
  name: localised(name, german),
  description: localised(''),
  isPromoted: false,
  imageLink: null,
  bannerImageLink: null,
  subCategories: subs.map(sub => ({ subCategoryId: `s-${sub}`, name: localised(sub), isPromoted: false })),
  displayOrder: 0,
})
const channel = (id: string, name: string) => ({
  id,
  tag: id,
  name,
  displayName: name,
  description: '',
  providerId: 'p1',
  providerName: 'Bright',
  Availability: { inClub: true, appAndweb: true, hotel: false },
  kinds: [...channelKinds],
  active: true,
  tenants: [],
  mediaSpaceImageUrl: null,
  profileImageUrl: null,
})

/** What a server might know; two channels share a name. */
export const metadata: Metadata = {
  isRichTextAllowed: false,
  categories: [category('c1', 'Yoga', 'Joga', ['Vinyasa']), category('c2', 'Strength', 'Kraft', ['Core'])],
  channels: [channel('h1', 'Studio'), channel('h2', 'Twice'), channel('h3', 'Twice')],
  equipments: ['Mat', 'Dumbbells', 'Kettlebell', 'Band'].map((name, index) => ({
    id: `e${index + 1}`,
    equipmentId: `e${index + 1}`,
    ...taxonomy(name, name === 'Mat' ? 'Matte' : undefined),
  })),
  focusAreas: [{ id: 'f1', focusAreaId: 'f1', ...taxonomy('Legs') }],
  labels: [{ id: 'l1', labelId: 'l1', ...taxonomy('New') }],
  languages: [{ id: 'en-GB', ietfTag: 'en-GB', name: 'English (United Kingdom)' }],
  providers: [],
}
