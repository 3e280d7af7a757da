import { MonitorUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../kernel/message.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { useUploads } from './use-uploads.ts'

/** SESS-15: while another tab uploads, this one shows nothing but that. */
export function UploadGate({ children }: { children: ReactNode }) {
  const { blocked } = useUploads()
  const { text } = useTexts()
  if (blocked !== 'session.otherTab') return children
  return <EmptyState icon={<MonitorUp size={20} aria-hidden="true" />} title={text('session.otherTab')} />
}
