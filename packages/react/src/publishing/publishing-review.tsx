import { type PublishingChange, type PublishingEffect, publishing } from '@kinora/core'
import { type ReactNode, useRef, useState } from 'react'
import { useRead } from '../kernel/use-read.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Badge } from '../ui/status/badge.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { toSentences } from './effect-words.ts'
import { usePublishingTexts } from './texts.ts'

interface PublishingReviewProps {
  changes: readonly PublishingChange[]
  title: string
  text?: ReactNode
  /** A verb and its object. */
  confirmLabel: string
  busy: boolean
  /** Why it was refused. */
  error?: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** C-103, CHAN-11: says what will happen, tenant by tenant, before it does; where titles leave it is a dangerous act. */
export function PublishingReview(props: PublishingReviewProps) {
  const { changes, title, text: words, confirmLabel, busy, error: refused, onConfirm, onClose } = props
  const { text, error } = usePublishingTexts()
  const cancel = useRef<HTMLButtonElement>(null)
  const read = useRead(publishing.preview, { changes: [...changes] })
  const preview = read.data
  const loses = changes.some(({ unpublish }) => unpublish.length > 0)
  const clubOnly = preview?.clubOnly ?? []
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={text('ui.close')}
      role="alertdialog"
      size="wide"
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            {text('ui.cancel')}
          </Button>
          <Button
            variant={loses ? 'danger' : 'primary'}
            loading={busy}
            disabled={preview === undefined || clubOnly.length > 0}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {words ? <p>{words}</p> : null}
      {refused === undefined ? null : <Banner tone="negative">{refused}</Banner>}
      {read.error === null ? null : <Banner tone="negative">{error(read.error)}</Banner>}
      {clubOnly.length === 0 ? null : (
        <Banner tone="negative" title={text('error.601')}>
          {text('publishing.clubOnly', { names: clubOnly.map(({ name }) => name).join(', ') })}
        </Banner>
      )}
      {preview === undefined ? (
        <div role="status" aria-label={text('ui.publishing.counting')}>
          <Skeleton width="70%" />
          <Skeleton width="55%" />
        </div>
      ) : (
        <EffectList effects={preview.effects} changes={changes} />
      )}
    </Dialog>
  )
}

interface EffectListProps {
  effects: readonly PublishingEffect[]
  /** In the same order. */
  changes: readonly PublishingChange[]
}

/** A sentence for each tenant; those with titles can be opened. */
function EffectList({ effects, changes }: EffectListProps) {
  return (
    <ul className="kn-effects">
      {effects.map((effect, index) => (
        <li key={effect.tenantId ?? ''}>
          <Effect effect={effect} change={changes[index]!} />
        </li>
      ))}
    </ul>
  )
}

function Effect({ effect, change }: { effect: PublishingEffect; change: PublishingChange }) {
  const texts = usePublishingTexts()
  const [open, setOpen] = useState(false)
  const words = toSentences(texts, effect).map(sentence => <span key={sentence}>{sentence}</span>)
  if (effect.arriving + effect.leaving === 0) return <p className="kn-effect">{words}</p>
  return (
    <details className="kn-effect" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{words}</summary>
      {open ? <EffectTitles change={change} /> : null}
    </details>
  )
}

/** Titles that are shown of a tenant; how many more there are is said. */
const SHOWN = 50

/** C-103: the titles behind the figures of one tenant. */
function EffectTitles({ change }: { change: PublishingChange }) {
  const { text, error } = usePublishingTexts()
  const read = useRead(publishing.titles, { ...change, take: SHOWN })
  if (read.error !== null) return <p role="alert">{error(read.error)}</p>
  if (read.data === undefined) return <Skeleton width="60%" />
  const { data, totalRecords } = read.data
  return (
    <>
      <ul className="kn-effect-titles">
        {data.map(title => (
          <li key={title.tag}>
            <bdi>{title.className}</bdi>
            <Badge tone={title.direction === 'leaves' ? 'negative' : 'positive'}>
              {text(`ui.publishing.${title.direction}`)}
            </Badge>
            {title.isFavourite ? <Badge>{text('ui.publishing.favourite')}</Badge> : null}
            <span className="kn-effect-channel">
              <bdi>{title.channelName}</bdi>
            </span>
          </li>
        ))}
      </ul>
      {totalRecords > data.length ? <p>{text('ui.more', { count: totalRecords - data.length })}</p> : null}
    </>
  )
}
