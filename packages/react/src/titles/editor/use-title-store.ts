import { KinoraError, type Title, type TitleDraft, titles, UPDATE_ERROR_DISPLAY } from '@kinora/core'
import { useRef } from 'react'
import { useActingTenant, useKinora } from '../../kernel/provider.tsx'
import { readOptions } from '../../kernel/use-read.ts'
import { useWrite, type WriteResult } from '../../kernel/use-write.ts'
import { useTitleEditorTexts } from '../editor-texts.ts'
import type { TitleSource } from './use-title.ts'

interface Known {
  changes: Partial<TitleDraft>
  version: number | undefined
}

/** Creates a title or sends what was changed of it; `quiet` leaves the word of success to what comes after (TITLE-19, TITLE-21). */
export function useTitleStore(title: Title | undefined, source: TitleSource, quiet: () => boolean) {
  const { queries, ...kinora } = useKinora()
  const { text } = useTitleEditorTexts()
  const tenantId = useActingTenant()?.tenantId
  const created = useRef<Title>(undefined)
  const shared = {
    invalidates: [titles.search],
    /** TITLE-21: shown for one and a half seconds; the lasting word stands on the page. An outdated save is brought up to date first. */
    failure: ({ code }: KinoraError) =>
      code === 'outdated' ? undefined : { text: text('title.checkData'), duration: UPDATE_ERROR_DISPLAY },
  }
  const update = useWrite(titles.update, {
    ...shared,
    success: () => (quiet() ? undefined : text('success.saved')),
    onSuccess: source.put,
  })
  const create = useWrite(titles.create, {
    ...shared,
    success: () => (quiet() ? undefined : text('success.itemSaved')),
    /** TITLE-37: the answer is only the tag, so the title is read once; its page then opens without a wait. */
    async onSuccess({ tag }) {
      const options = readOptions({ queries, ...kinora }, titles.find, { titleTags: [tag] }, tenantId)
      created.current = (await queries.fetchQuery(options)).data[0]
      if (created.current === undefined) throw new KinoraError('notFound')
    },
  })
  return async (draft: TitleDraft, { changes, version }: Known): Promise<WriteResult<Title>> => {
    if (title !== undefined) return update.send({ tag: title.tag, ...changes, ...(version && { version }) })
    const result = await create.send(draft)
    return result.kind === 'done' ? { kind: 'done', output: created.current! } : result
  }
}
