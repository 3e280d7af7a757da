import {
  assertNoIssues,
  checkTranslation,
  originalOf,
  type Translation,
  toWireDate,
  type translations,
} from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import {
  currentTexts,
  listTranslations,
  removeTranslation,
  type StoredTranslation,
  setTranslations,
} from './rows.ts'

/** I18N-03: texts that administrators replace, for everyone. */
export const translationHandlers: Handlers<typeof translations> = {
  /** One that was written for an older catalogue and doesn’t fit this one is left out: its original shows. */
  async current(_, { deps }) {
    const fitting = (await currentTexts(deps.db)).filter(
      ({ key, text }) => checkTranslation(key, text).length === 0,
    )
    return { texts: Object.fromEntries(fitting.map(({ key, text }) => [key, text])) }
  },

  async list(_, { scope, deps }) {
    return { data: (await listTranslations(scope, deps.db)).map(toTranslation) }
  },

  async set({ version, ...draft }, context) {
    const { scope, deps } = context
    assertNoIssues(checkTranslation(draft.key, draft.text))
    const by = authorOf(context)
    await setTranslations(scope, deps.db, { verb: 'set', texts: [draft], version, by })
    const [row] = await listTranslations(scope, deps.db, [draft.key])
    return toTranslation(row!)
  },

  async remove({ key, version }, context) {
    await removeTranslation(context.scope, context.deps.db, { key, version, by: authorOf(context) })
    return { status: 200 }
  },

  async import({ texts }, context) {
    assertNoIssues(
      texts.flatMap(({ key, text }, nth) =>
        checkTranslation(key, text).map(issue => ({ ...issue, path: `texts.${nth}.${issue.path}` })),
      ),
    )
    const by = authorOf(context)
    const changed = await setTranslations(context.scope, context.deps.db, { verb: 'import', texts, by })
    return { changed, unchanged: texts.length - changed }
  },
}

const toTranslation = ({ key, text, version, updatedAt, updatedBy }: StoredTranslation): Translation => ({
  key,
  text,
  version,
  original: originalOf(key) ?? null,
  updatedDate: toWireDate(updatedAt),
  updatedBy: updatedBy ?? '',
})
