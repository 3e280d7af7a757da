import { languages, type Metadata, type metadata, pageOf } from '@kinora/core'
import { listCategories } from '../categories/index.ts'
import type { Handlers } from '../kernel/handlers.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { listChannels } from '../stored-channels/index.ts'
import { listProviders } from '../stored-providers/index.ts'
import { equipmentRows, focusAreaRows, labelRows } from '../taxonomies/index.ts'
import { isRichTextAllowed } from '../tenants/index.ts'

/** Labels, focus areas and equipment that are switched off are no longer offered; a title that has one keeps it. */
const shown = <T extends { isActive: boolean; name: Record<string, string> }>(
  entries: T[],
  id: (entry: T) => string,
) =>
  entries
    .filter(entry => entry.isActive)
    .map(entry => ({ ...entry, id: id(entry), displayName: english(entry.name) || id(entry) }))

const all = { page: 1, take: -1 }

const english = (name: Record<string, string>): string =>
  name['en-US'] ?? name['en-GB'] ?? Object.values(name)[0] ?? ''

/** META-01, B-3, API-02: what those of a scope may choose from. */
export async function readMetadata(scope: Scope, db: Database): Promise<Metadata> {
  const categories = await listCategories(scope, db)
  const channels = await listChannels(scope, db)
  const providers = await listProviders(scope, db)
  const tags = languages.map(language => ({ ...language, id: language.ietfTag }))
  return {
    categories: categories.map(entry => ({
      ...entry,
      id: entry.categoryId,
      displayName: entry.name.invariantText,
    })),
    channels: channels.map(entry => ({ ...entry, id: entry.tag })),
    equipments: shown((await equipmentRows.list(scope, db, all)).data, entry => entry.equipmentId),
    focusAreas: shown((await focusAreaRows.list(scope, db, all)).data, entry => entry.focusAreaId),
    labels: shown((await labelRows.list(scope, db, all)).data, entry => entry.labelId),
    languages: tags,
    providers: providers.map(entry => ({ ...entry, id: entry.tag })),
    isRichTextAllowed: await isRichTextAllowed(scope, db),
  }
}

export const metadataHandlers: Handlers<typeof metadata> = {
  view: (_, { deps, scope }) => readMetadata(scope, deps.db),

  /** META-13, I18N-01 */
  async languages(input) {
    return pageOf(languages, input)
  },
}
