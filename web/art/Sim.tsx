/** A SIM card in the brand's colours, tilted like the phones. */
export function Sim({ className }: { readonly className?: string | undefined }) {
  return (
    <svg viewBox="0 0 220 224" className={className} aria-hidden="true" focusable="false">
      <g transform="rotate(-11 100 112)">
        <path
          d="M48 36h64l40 40v112a16 16 0 0 1-16 16H48a16 16 0 0 1-16-16V52a16 16 0 0 1 16-16z"
          fill="var(--accent)"
        />
      </g>
      <g transform="rotate(5 120 112)">
        <path
          d="M78 28h64l42 42v120a16 16 0 0 1-16 16H78a16 16 0 0 1-16-16V44a16 16 0 0 1 16-16z"
          fill="var(--own-brand-2)"
        />
        <path d="M78 28h40L68 203a16 16 0 0 1-6-13V44a16 16 0 0 1 16-16z" fill="#fff" opacity=".1" />
        <rect x="84" y="104" width="78" height="72" rx="12" fill="#f0c46a" />
        <path d="M84 128h26v24H84m78-24h-26v24h26m-52-48v72m26-72v72" fill="none" stroke="#a8741a" strokeWidth="3" />
        <path
          d="M86 62a30 30 0 0 1 34 0m-26 11a17 17 0 0 1 18 0"
          fill="none"
          stroke="#fff"
          strokeWidth="6"
          strokeLinecap="round"
        />
        <circle cx="103" cy="85" r="5" fill="#fff" />
      </g>
    </svg>
  );
}
