import { type Kinora, KinoraRoot, Reports } from '@kinora/react'
import '@kinora/react/styles.css'

const types = ['contentUsage', 'billableUser'] as const

export interface ReadyMadeReportsProps {
  kinora: Kinora
  tenantId: string
}

/** Two reports of one customer, under a heading of your own, with a note before the download. */
export default function ReadyMadeReports({ kinora, tenantId }: ReadyMadeReportsProps) {
  return (
    <KinoraRoot kinora={kinora}>
      <Reports
        heading="Usage and billing"
        types={types}
        filter={{ tenantId }}
        slots={{
          download: ours => (
            <>
              <p>Figures of today are complete tomorrow.</p>
              {ours}
            </>
          ),
          mails: null,
        }}
        classNames={{ preview: 'figures' }}
      />
    </KinoraRoot>
  )
}
