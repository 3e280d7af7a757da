import type { Title } from '@kinora/core'
import { useEffect } from 'react'
import { useInvalidate } from '../../kernel/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { SidePanel } from '../../ui/overlay/dialog.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { useEditor } from '../editor/title-editor-context.tsx'
import { HistoryEntryItem } from './history-entry.tsx'
import { useTitleHistoryTexts } from './texts.ts'
import { useTitleHistory } from './use-title-history.ts'

export interface TitleHistoryPanelProps {
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
  const { text, error } = useTitleHistoryTexts()
  const { source, dirty } = useEditor()
  const history = useTitleHistory(title, source)
  const { read, entries } = history
  if (read.isPending) return <Skeleton height={160} />
  if (read.isError)
    return (
      <p className="kn-history-failed">
        {error(read.error)}
        <Button size="compact" onClick={() => void read.refetch()}>
          {text('ui.retry')}
        </Button>
      </p>
    )
  if (entries.length === 0) return <p className="kn-field-help">{text('ui.history.none')}</p>
  return (
    <>
      {dirty ? <p className="kn-field-help">{text('ui.history.saveFirst')}</p> : null}
      <ol className="kn-history" aria-label={text('ui.history.title')}>
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
