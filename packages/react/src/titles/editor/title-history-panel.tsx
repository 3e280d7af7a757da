import {
  type HistoryChange,
  type HistoryEntry,
  historyTexts,
  isRichText,
  type RestorableField,
  type Title,
  titleEditorTexts,
  titleHistory,
  titles,
  titleTexts,
  toHistoryWords,
  validationTexts,
  verbTexts,
  wordTexts,
} from '@kinora/core'
import { RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { LoadFailedLine } from '../../kernel/load-failed.tsx'
import { useTexts } from '../../kernel/message.ts'
import { useKinora } from '../../kernel/provider.tsx'
import { useDates } from '../../kernel/use-dates.ts'
import { useInvalidate, useRead } from '../../kernel/use-read.ts'
import { useWrite } from '../../kernel/use-write.ts'
import { RichText } from '../../rich-text/rich-text.tsx'
import { Button } from '../../ui/button.tsx'
import { SidePanel } from '../../ui/overlay/dialog.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { Thumbnail } from '../../ui/table/title-cell.tsx'
import { useEditor } from './title-editor-context.tsx'
import type { TitleSource } from './use-title.ts'

interface TitleHistoryPanelProps {
  title: Title
  open: boolean
  onClose: () => void
}

/** Who changed a title, when, from where and what; one field or everything can be put back (decision 0043). */
export function TitleHistoryPanel({ title, open, onClose }: TitleHistoryPanelProps) {
  const { text } = useTitleHistoryTexts()
  const invalidate = useInvalidate()
  useEffect(() => {
    if (open) void invalidate(['title-history'])
  }, [open, invalidate])
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title={text('ui.history.of', { name: title.className || text('ui.titles.untitled') })}
      closeLabel={text('ui.close')}
      className="kn-history-panel"
    >
      <Entries title={title} />
    </SidePanel>
  )
}

function Entries({ title }: { title: Title }) {
  const { text } = useTitleHistoryTexts()
  const { source, dirty } = useEditor()
  const history = useTitleHistory(title, source)
  const { read, entries } = history
  if (read.isPending) return <Skeleton height={160} />
  if (read.isError) return <LoadFailedLine error={read.error} onRetry={() => void read.refetch()} />
  if (entries.length === 0) return <p className="kn-field-help">{text('ui.history.none')}</p>
  return (
    <>
      {dirty ? <p className="kn-field-help">{text('ui.history.saveFirst')}</p> : null}
      <ol className="kn-history" aria-label={text('ui.editor.history')}>
        {entries.map(entry => (
          <HistoryEntryItem key={entry.entryId} entry={entry} history={history} blocked={dirty} />
        ))}
      </ol>
      {history.isMore ? (
        <Button loading={read.isFetching} onClick={history.showMore}>
          {text('ui.history.more')}
        </Button>
      ) : null}
    </>
  )
}

interface Restoring {
  entry: HistoryEntry
  history: TitleHistory
  /** Nothing can be put back while the form has changes that aren’t saved. */
  blocked: boolean
}

/** One act: who, when, from where, and each field with its old and new value. */
function HistoryEntryItem(props: Restoring) {
  const { entry, history, blocked } = props
  const { text, textOf } = useTitleHistoryTexts()
  const { moment } = useDates()
  const date = moment(entry.at)
  return (
    <li className="kn-history-entry">
      <div className="kn-history-act">
        <strong>{textOf(`ui.verb.${entry.verb}`, 'ui.verb.update')}</strong>
        <span className="kn-history-who">
          <bdi>{entry.by}</bdi>, <bdi>{date}</bdi>, {text(`ui.history.client.${entry.client}`)}
        </span>
      </div>
      {entry.changes.length === 0 ? null : (
        <dl className="kn-history-changes">
          {entry.changes.map(change => (
            <Change key={change.path} change={change} {...props} />
          ))}
        </dl>
      )}
      {entry.isRestorable && entry.changes.length > 1 ? (
        <Button
          size="compact"
          icon={<RotateCcw size={14} aria-hidden="true" />}
          aria-label={text('ui.history.restoreOf', { date })}
          aria-disabled={blocked || undefined}
          onClick={() => !blocked && void history.restore(entry)}
        >
          {text('ui.history.restore')}
        </Button>
      ) : null}
    </li>
  )
}

function Change({ change, entry, history, blocked }: Restoring & { change: HistoryChange }) {
  const { text } = useTitleHistoryTexts()
  const field = text(`field.${change.path}`)
  const { moment } = useDates()
  const date = moment(entry.at)
  return (
    <div className="kn-history-change">
      <dt>{field}</dt>
      <dd>
        <span className="kn-history-side">{text('ui.before')}</span>
        <Value change={change} side="before" />
      </dd>
      <dd>
        <span className="kn-history-side">{text('ui.after')}</span>
        <Value change={change} side="after" />
      </dd>
      {change.isRestorable ? (
        <dd>
          <Button
            size="compact"
            variant="quiet"
            aria-label={text('ui.history.restoreFieldOf', { field, date })}
            aria-disabled={blocked || undefined}
            onClick={() => !blocked && void history.restore(entry, change.path as RestorableField)}
          >
            {text('ui.history.restoreField', { field })}
          </Button>
        </dd>
      ) : null}
    </div>
  )
}

function Value({ change, side }: { change: HistoryChange; side: 'before' | 'after' }) {
  const { text } = useTitleHistoryTexts()
  const { baseUrl } = useKinora()
  const value = change[side]
  const { moment } = useDates()
  const words = toHistoryWords({ path: change.path, value, names: change[`${side}Names`] }, { text, moment })
  if (change.path === 'imageLink' && typeof value === 'string' && value !== '')
    return <Thumbnail src={baseUrl + value} alt={words} width={96} />
  if (change.path === 'classDescription' && typeof value === 'string' && isRichText(value))
    return <RichText className="kn-history-value" dir="auto" text={value} />
  return <bdi className="kn-history-value">{words}</bdi>
}

/** Entries that are shown at first, and more each time. */
const STEP = 20

/** What people did to a title, the newest first, and the way back to what it held before. */
function useTitleHistory(title: Title, source: TitleSource) {
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
type TitleHistory = ReturnType<typeof useTitleHistory>

const useTitleHistoryTexts = () =>
  useTexts(historyTexts, titleTexts, titleEditorTexts, validationTexts, verbTexts, wordTexts)
