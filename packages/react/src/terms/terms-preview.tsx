import { directionOf } from '@kinora/core'
import DOMPurify from 'dompurify'
import { useEffect, useState } from 'react'
import { languageNameIn } from '../kernel/language-names.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { useTermsTexts } from './texts.ts'

/** What is to be looked at: a file that was chosen, or one that is stored. */
export interface Previewed {
  tag: string
  name: string
  read(): Promise<string>
}

interface TermsPreviewProps {
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
  const title = `${languageNameIn(text, tag)}: ${name}`
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

/** Nothing of the document may load or run, and its links lead nowhere. */
const policy = "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'"
const config = {
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'link', 'base', 'meta', 'iframe'],
  FORBID_ATTR: ['style', 'srcset', 'background', 'ping', 'target'],
  ALLOW_DATA_ATTR: false,
  // Links within the text; of pictures those that are in the file itself.
  ALLOWED_URI_REGEXP: /^#/,
  USE_PROFILES: { html: true },
}

/** C-108: HTML that somebody uploaded, sanitised, as the document of a sandboxed frame. */
export function toPreviewDocument(html: string, language: { tag: string; dir: 'ltr' | 'rtl' }): string {
  const body = DOMPurify.sanitize(html, config)
  return `<!doctype html><html lang="${language.tag}" dir="${language.dir}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="color-scheme" content="light dark"></head><body>${body}</body></html>`
}
