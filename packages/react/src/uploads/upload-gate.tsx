import { MonitorUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { PageTitleContext } from '../ui/frame/page-title.ts'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { ProgressBar } from '../ui/status/progress.tsx'
import { useUploadState } from './use-upload-state.ts'

export interface UploadGateProps {
  children: ReactNode
  /** What stands here is all of the page: what it says instead is its main part. */
  isWholePage?: boolean
}

/** SESS-15: while another tab uploads, this one shows nothing but that, and how far it is. */
export function UploadGate({ children, isWholePage = false }: UploadGateProps) {
  const blocked = useUploadState(snapshot => snapshot.blocked)
  const isGated = blocked === 'session.otherTab'
  const [wasShown, setWasShown] = useState(!isGated)
  if (!isGated && !wasShown) setWasShown(true)
  // What somebody has typed there stays: the page is out of sight, not gone.
  return (
    <>
      <div className="kn-gate" hidden={isGated}>
        {wasShown ? children : null}
      </div>
      {isGated ? (
        // The document keeps the name of the page behind, which comes back.
        <PageTitleContext.Provider value={ignore}>
          {isWholePage ? (
            <main className="kn-upload-elsewhere-page">
              <Elsewhere />
            </main>
          ) : (
            <Elsewhere />
          )}
        </PageTitleContext.Provider>
      ) : null}
    </>
  )
}

const ignore = () => undefined

function Elsewhere() {
  const elsewhere = useUploadState(snapshot => snapshot.elsewhere)
  const { text } = useTexts()
  return (
    <EmptyState
      isPage
      className="kn-upload-elsewhere"
      icon={<MonitorUp size={20} aria-hidden="true" />}
      title={text('session.otherTab')}
      text={elsewhere && text('ui.uploads.elsewhere', { percent: elsewhere.percent })}
      actions={
        elsewhere && (
          <ProgressBar label={text('ui.uploads.title')} hideLabel value={elsewhere.percent / 100} />
        )
      }
    />
  )
}
