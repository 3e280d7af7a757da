import { directionOf, languageName } from '@kinora/core'
import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { toPreviewDocument } from './preview-document.ts'
import { useTermsTexts } from './texts.ts'

/** What is to be looked at: a file that was chosen, or one that is stored. */
export interface Previewed {
  tag: string
  name: string
  read(): Promise<string>
}

export interface TermsPreviewProps {
  open: boolean
  previewed: Previewed
  onClose: () => void
}

type Reading = { kind: 'reading' } | { kind: 'failed'; text: string } | { kind: 'read'; html: string }

/** C-108: the terms in a language, sanitised, in a frame that can neither run nor load anything. */
export function TermsPreview({ open, previewed, onClose }: TermsPreviewProps) {
  const { text, error: textOf } = useTermsTexts()
  const [reading, setReading] = useState<Reading>({ kind: 'reading' })
  useEffect(() => {
    let isCurrent = true
    const settle = (next: Reading) => isCurrent && setReading(next)
    setReading({ kind: 'reading' })
    previewed.read().then(
      html => settle({ kind: 'read', html }),
      error => settle({ kind: 'failed', text: textOf(error) }),
    )
    return () => {
      isCurrent = false
    }
  }, [previewed, textOf])
  const { tag, name } = previewed
  const title = `${languageName(tag)}: ${name}`
  return (
    <Dialog
      open={open}
      size="wide"
      title={<bdi>{title}</bdi>}
      closeLabel={text('ui.close')}
      onClose={onClose}
      // No key gets out of the frame but Tab: this is where it leads.
      actions={<Button onClick={onClose}>{text('ui.close')}</Button>}
    >
      {reading.kind === 'reading' ? <Skeleton height={240} /> : null}
      {reading.kind === 'failed' ? (
        <Banner tone="negative" title={text('ui.terms.previewFailed')}>
          {reading.text}
        </Banner>
      ) : null}
      {reading.kind === 'read' ? (
        <>
          <p className="kn-field-help">{text('ui.terms.previewNote')}</p>
          <iframe
            className="kn-terms-frame"
            title={title}
            sandbox=""
            srcDoc={toPreviewDocument(reading.html, { tag, dir: directionOf(tag) })}
          />
        </>
      ) : null}
    </Dialog>
  )
}
