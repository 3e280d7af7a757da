import { type TermsFile, type TermsVersion, terms, toFileSize, toTermsVersions } from '@kinora/core'
import { Download, Eye, ScrollText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { saveFile } from '../adapters/download.ts'
import { languageNameIn } from '../kernel/language-names.ts'
import { LoadFailed } from '../kernel/load-failed.tsx'
import { useKinora } from '../kernel/provider.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { useRead } from '../kernel/use-read.ts'
import { Card } from '../ui/form/split-form.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useToasts } from '../ui/overlay/toast.tsx'
import { Badge } from '../ui/status/badge.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import type { Previewed } from './terms-preview.tsx'
import { useTermsTexts } from './texts.ts'

interface TermsVersionsProps {
  tenantId: string
  onPreview: (previewed: Previewed) => void
}

/** TERMS-04, TERMS-05, TERMS-07: every version with what changed; each language can be looked at and downloaded. */
export function TermsVersions({ tenantId, onPreview }: TermsVersionsProps) {
  const { text } = useTermsTexts()
  const list = useRead(terms.versions, { tenantId })
  const versions = useMemo(() => toTermsVersions(list.data?.data ?? []), [list.data])
  if (list.isError && list.data === undefined)
    return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />
  return (
    <Card title={text('ui.terms.versions')} aria-busy={list.isPending}>
      {list.isPending ? <Skeleton height={64} /> : null}
      {list.isSuccess && versions.length === 0 ? (
        <EmptyState
          icon={<ScrollText size={20} aria-hidden="true" />}
          title={text('ui.terms.none')}
          text={text('ui.terms.noneText')}
        />
      ) : null}
      {versions.map((version, index) => (
        <Version
          key={version.version}
          version={version}
          isCurrent={index === 0}
          tenantId={tenantId}
          onPreview={onPreview}
        />
      ))}
    </Card>
  )
}

interface VersionProps extends TermsVersionsProps {
  version: TermsVersion
  isCurrent: boolean
}

function Version({ version, isCurrent, tenantId, onPreview }: VersionProps) {
  const { text } = useTermsTexts()
  const { moment } = useDates()
  return (
    <details className="kn-terms-version" open={isCurrent}>
      <summary>
        <span className="kn-terms-number">{text('ui.terms.version', { version: version.version })}</span>
        <bdi>{version.title}</bdi>
        <span className="kn-terms-date">{moment(version.createdDate)}</span>
        {isCurrent ? <Badge tone="positive">{text('ui.terms.current')}</Badge> : null}
      </summary>
      <p className="kn-field-help">{toChanges(version, text)}</p>
      <ul className="kn-terms-files">
        {version.files.map(file => (
          <StoredFile key={file.languageCode} file={file} tenantId={tenantId} onPreview={onPreview} />
        ))}
      </ul>
    </details>
  )
}

function toChanges({ changed }: TermsVersion, text: ReturnType<typeof useTermsTexts>['text']): string {
  if (changed === undefined) return text('ui.terms.changedFirst')
  if (changed.length === 0) return text('ui.terms.changedNone')
  return text('ui.terms.changed', { languages: changed.map(tag => languageNameIn(text, tag)).join(', ') })
}

function StoredFile({ file, tenantId, onPreview }: TermsVersionsProps & { file: TermsFile }) {
  const { text, locale, error: textOf } = useTermsTexts()
  const { session } = useKinora()
  const toasts = useToasts()
  const [saving, setSaving] = useState(false)
  const { languageCode: tag, filename: name, version, size } = file
  const language = languageNameIn(text, tag)
  const fetchFile = () =>
    session.send(terms.download, { tenantId, languageCode: tag, versionnumber: version })
  const save = async () => {
    setSaving(true)
    try {
      await saveFile(await fetchFile(), name)
    } catch (error) {
      toasts.show({ tone: 'negative', text: textOf(error) })
    } finally {
      setSaving(false)
    }
  }
  const read = async () => new Response((await fetchFile()).body as BodyInit).text()
  return (
    <li className="kn-terms-stored">
      <span className="kn-terms-words">
        <span className="kn-terms-language">{language}</span>
        <span className="kn-terms-name">
          <bdi>{name}</bdi> · {toFileSize(size, locale)}
        </span>
      </span>
      <IconButton
        label={text('ui.terms.preview', { language })}
        icon={<Eye size={16} aria-hidden="true" />}
        onClick={() => onPreview({ tag, name, read })}
      />
      <IconButton
        label={text('ui.terms.download', { language })}
        icon={<Download size={16} aria-hidden="true" />}
        loading={saving}
        onClick={() => void save()}
      />
    </li>
  )
}
