import { type HistoryEntry, type RestorableField, type Title, titleHistory, titles } from '@kinora/core'
import { useState } from 'react'
import { useRead } from '../../kernel/use-read.ts'
import { useWrite } from '../../kernel/use-write.ts'
import type { TitleSource } from '../editor/use-title.ts'
import { useTitleHistoryTexts } from './texts.ts'

/** Entries that are shown at first, and more each time. */
const STEP = 20

/** What people did to a title, the newest first, and the way back to what it held before. */
export function useTitleHistory(title: Title, source: TitleSource) {
  const { text, error } = useTitleHistoryTexts()
  const [take, setTake] = useState(STEP)
  const read = useRead(titleHistory.list, { tag: title.tag, take }, { keepPrevious: true })
  const write = useWrite(titleHistory.restore, {
    invalidates: [titleHistory.list, titles.search],
    success: text('ui.history.restored'),
    failure: failed => (failed.code === 'outdated' ? text('ui.history.outdated') : error(failed)),
    onSuccess: source.put,
  })
  const entries = read.data?.data ?? []
  return {
    read,
    entries,
    isMore: (read.data?.totalRecords ?? 0) > entries.length,
    showMore: () => setTake(take + STEP),
    /** Saves the title as it was before the entry, or only the field; refused where somebody has saved since. */
    async restore({ entryId }: HistoryEntry, field?: RestorableField): Promise<void> {
      const { tag, version } = title
      const fields = field === undefined ? undefined : [field]
      const result = await write.send({ tag, entryId, fields, version })
      if (result.kind === 'failed' && result.error.code === 'outdated') await source.refresh()
    },
  }
}
export type TitleHistory = ReturnType<typeof useTitleHistory>
