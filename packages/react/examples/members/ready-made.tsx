import type { Member } from '@kinora/core'
import { type Kinora, KinoraRoot, MemberList } from '@kinora/react'
import '@kinora/react/styles.css'
import { useState } from 'react'

/** Members who are on, with a way to your own customer records; the export stays, and has them alone. */
export default function ReadyMadeMembers({ kinora }: { kinora: Kinora }) {
  const [asked, setAsked] = useState<Member>()
  const [rowActions] = useState(() => (member: Member) => [
    { label: 'Customer record', href: `/customers/${member.externalUserId}` },
    { label: 'Write to them', onSelect: () => setAsked(member) },
  ])
  return (
    <KinoraRoot kinora={kinora}>
      <p role="status">{asked && `Writing to ${asked.email}`}</p>
      <MemberList
        filter={{ state: 'on' }}
        rowHref={id => `/members/${id}`}
        rowActions={rowActions}
        slots={{ header: ours => <header>{ours}</header> }}
      />
    </KinoraRoot>
  )
}
