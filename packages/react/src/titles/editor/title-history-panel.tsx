import {
  type HistoryEntry,
  historyTexts,
  isRichText,
  languageTexts,
  type RestorableField,
  type Title,
  titleEditorTexts,
  titleHistory,
  titles,
  titleTexts,
  toHistoryWords,
  wordTexts,
} from '@kinora/core'
import { HistoryPanel, HistoryValue, useSteps } from '../../kernel/history.tsx'
import { useTexts } from '../../kernel/message.ts'
import { useDates } from '../../kernel/use-dates.ts'
import { useRead } from '../../kernel/use-read.ts'
import { useWrite } from '../../kernel/use-write.ts'
import { RichText } from '../../rich-text/rich-text.tsx'
import { useTitleEditorView } from './title-editor-context.tsx'

interface TitleHistoryPanelProps {
  title: Title
  open: boolean
  onClose: () => void
}

/** The history of a title; what is restored is saved at once (decision 0043). */
export function TitleHistoryPanel({ title, ...panel }: TitleHistoryPanelProps) {
  const { text, error } = useTexts(historyTexts, languageTexts, titleTexts, titleEditorTexts, wordTexts)
  const { source, isDirty, fields } = useTitleEditorView()
  const { moment } = useDates()
  const { take, onMore } = useSteps()
  const { tag, version } = title
  const reading = useRead(titleHistory.list, { tag, take }, { keepPrevious: true, enabled: panel.open })
  const write = useWrite(titleHistory.restore, {
    invalidates: [titleHistory.list, titles.search],
    success: text('ui.history.restored'),
    failure: failed => (failed.code === 'outdated' ? text('ui.history.outdated') : error(failed)),
    onSuccess: source.put,
  })
  /** Refused where somebody has saved since. */
  const restore = async ({ entryId }: HistoryEntry, field?: RestorableField) => {
    const result = await write.send({ tag, entryId, fields: field && [field], version })
    if (result.kind === 'failed' && result.error.code === 'outdated') await source.refresh()
  }
  return (
    <HistoryPanel
      {...panel}
      name={title.className || text('ui.titles.untitled')}
      target={titleHistory.list}
      reading={reading}
      onMore={onMore}
      dirty={isDirty}
      fields={fields}
      show={({ path, ...change }) => {
        const shown = (side: 'before' | 'after') => {
          const value = change[side]
          if (path === 'classDescription' && typeof value === 'string' && isRichText(value))
            return <RichText className="kn-history-value" dir="auto" text={value} />
          const words = toHistoryWords({ path, value, names: change[`${side}Names`] }, { text, moment })
          return (
            <HistoryValue value={value} alt={words}>
              {words}
            </HistoryValue>
          )
        }
        return { label: text(`field.${path}`), before: shown('before'), after: shown('after') }
      }}
      canRestore={(entry, change) => (change ?? entry).isRestorable}
      restore={(entry, change) => void restore(entry, change?.path as RestorableField | undefined)}
    />
  )
}
