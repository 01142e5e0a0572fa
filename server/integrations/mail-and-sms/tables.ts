import type { Generated } from "kysely";
import type { Created } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** The sandbox for e-mails and text messages. */
  interface Tables {
    sandbox_messages: {
      id: Generated<string>;
      message_key: string | null;
      channel: "sms" | "mail";
      recipient: string;
      subject: string;
      text: string;
      attachments: Generated<string[]>;
      at: Created;
    };
  }
}
