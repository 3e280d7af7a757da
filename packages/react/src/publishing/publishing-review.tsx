import { type PublishingChange, publishing } from '@kinora/core'
import { type ReactNode, useRef } from 'react'
import { useRead } from '../kernel/use-read.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { EffectList } from './effect-list.tsx'
import { usePublishingTexts } from './texts.ts'

export interface PublishingReviewProps {
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
export default function PublishingReview(props: PublishingReviewProps) {
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
