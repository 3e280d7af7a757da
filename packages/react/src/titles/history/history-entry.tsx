import {
  type HistoryChange,
  type HistoryEntry,
  isRichText,
  type RestorableField,
  toHistoryWords,
} from '@kinora/core'
import { RotateCcw } from 'lucide-react'
import { useKinora } from '../../kernel/provider.tsx'
import { useDates } from '../../kernel/use-dates.ts'
import { RichText } from '../../rich-text/rich-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Thumbnail } from '../../ui/table/title-cell.tsx'
import { useTitleHistoryTexts } from './texts.ts'
import type { TitleHistory } from './use-title-history.ts'

interface Restoring {
  entry: HistoryEntry
  history: TitleHistory
  /** Nothing can be put back while the form has changes that aren’t saved. */
  blocked: boolean
}

/** One act: who, when, from where, and each field with its old and new value. */
export function HistoryEntryItem(props: Restoring) {
  const { entry, history, blocked } = props
  const { text, textOf } = useTitleHistoryTexts()
  const { moment } = useDates()
  const date = moment(entry.at)
  return (
    <li className="kn-history-entry">
      <div className="kn-history-act">
        <strong>{textOf(`ui.history.verb.${entry.verb}`, 'ui.history.verb.update')}</strong>
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
        <span className="kn-history-side">{text('ui.history.before')}</span>
        <Value change={change} side="before" />
      </dd>
      <dd>
        <span className="kn-history-side">{text('ui.history.after')}</span>
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
