/** Every table that holds something of a conversation: all of them are emptied of it on deletion, in this order. */
export const postgresTables = ["lease", "conversation", "open_message", "turn", "ledger", "quarantine"] as const;

const turnColumns = "OUT body_hash text, OUT turn integer, OUT at float8, OUT transcript text, OUT audit text";

/**
 * What must be one transaction and one round trip. Functions, because each of their statements sees what was committed
 * when it starts: who has waited for a lease reads what its last holder wrote.
 */
export const postgresFunctions = (schema: string): string => `
  -- The lease, and what a worker needs to go on. Without a token: the turn of the message, which somebody has finished;
  -- or somebody else has the conversation, for so many milliseconds.
  CREATE OR REPLACE FUNCTION ${schema}.lead(
    p_conversation text, p_message text, p_milliseconds integer, p_wanted boolean,
    OUT token text, OUT open_bodies text[], OUT checkpoint text, OUT milliseconds_left float8, OUT is_open boolean,
    ${turnColumns}
  ) LANGUAGE plpgsql SET search_path = ${schema} AS $$
  DECLARE
    own bigint;
  BEGIN
    LOOP
      INSERT INTO lease AS held (conversation_id, token, since, until)
      VALUES (p_conversation, nextval('lease_token'), clock_timestamp(),
        clock_timestamp() + p_milliseconds * interval '1 millisecond')
      ON CONFLICT (conversation_id) DO UPDATE
        SET token = excluded.token, since = excluded.since, until = excluded.until, wanted = false
        WHERE held.until <= clock_timestamp() OR held.since > clock_timestamp()
      RETURNING held.token::text INTO lead.token;
      EXIT WHEN lead.token IS NOT NULL;
      -- Who gives it back from now on tells; if it was given back meanwhile, there is nothing to mark.
      UPDATE lease SET wanted = wanted OR p_wanted WHERE conversation_id = p_conversation
      RETURNING greatest(extract(epoch FROM until - clock_timestamp()) * 1000, 0) INTO milliseconds_left;
      EXIT WHEN FOUND;
    END LOOP;
    SELECT sequence INTO own FROM open_message WHERE conversation_id = p_conversation AND message_id = p_message;
    is_open := own IS NOT NULL;
    IF own IS NULL AND p_message IS NOT NULL THEN
      SELECT t.body_hash, t.turn, t.at::float8, t.transcript, t.audit
        INTO lead.body_hash, lead.turn, lead.at, lead.transcript, lead.audit
        FROM turn t WHERE conversation_id = p_conversation AND message_id = p_message;
      IF FOUND THEN
        PERFORM release(p_conversation, lead.token::bigint);
        lead.token := NULL;
      END IF;
    END IF;
    IF lead.token IS NULL THEN RETURN; END IF;
    SELECT array_agg(body ORDER BY sequence) INTO open_bodies FROM open_message
      WHERE conversation_id = p_conversation AND (own IS NULL OR sequence < own);
    SELECT c.checkpoint INTO lead.checkpoint FROM conversation c WHERE conversation_id = p_conversation;
  END $$;

  -- The body_hash is null for a new message; with a turn it is finished, without one it is open. A new message whose
  -- turn begins at once is in its first attempt. One for an existing conversation is not stored where none is.
  CREATE OR REPLACE FUNCTION ${schema}.accept(
    p_conversation text, p_message text, p_at bigint, p_hash text, p_body text, p_lease integer,
    p_held boolean DEFAULT false, p_existing boolean DEFAULT false,
    OUT token text, OUT open_bodies text[], OUT checkpoint text, OUT is_unknown boolean, ${turnColumns}
  ) LANGUAGE plpgsql SET search_path = ${schema} AS $$
  DECLARE
    inserted boolean;
    led record;
  BEGIN
    is_unknown := p_existing AND NOT EXISTS (SELECT 1 FROM conversation WHERE conversation_id = p_conversation);
    -- Asked for in vain, it may still be known: then it keeps its answer.
    INSERT INTO open_message (conversation_id, message_id, at, body_hash, body, attempts)
    SELECT p_conversation, p_message, p_at, p_hash, p_body, (p_held OR p_lease IS NOT NULL)::integer
    WHERE NOT is_unknown
    ON CONFLICT DO NOTHING;
    inserted := FOUND;
    IF NOT inserted THEN
      SELECT m.body_hash INTO accept.body_hash FROM open_message m
        WHERE conversation_id = p_conversation AND message_id = p_message;
    END IF;
    -- Only now: it may have been finished while the insert waited for it.
    IF accept.body_hash IS NULL THEN
      SELECT t.body_hash, t.turn, t.at::float8, t.transcript, t.audit
        INTO accept.body_hash, accept.turn, accept.at, accept.transcript, accept.audit
        FROM turn t WHERE conversation_id = p_conversation AND message_id = p_message;
      IF FOUND THEN
        IF inserted THEN
          DELETE FROM open_message WHERE conversation_id = p_conversation AND message_id = p_message;
        END IF;
        is_unknown := false;
        RETURN;
      END IF;
      IF is_unknown THEN RETURN; END IF;
    END IF;
    is_unknown := false;
    IF p_lease IS NOT NULL THEN
      SELECT * INTO led FROM lead(p_conversation, p_message, p_lease, false);
      token := led.token; open_bodies := led.open_bodies; checkpoint := led.checkpoint;
      IF led.turn IS NOT NULL THEN
        body_hash := led.body_hash; turn := led.turn; at := led.at;
        transcript := led.transcript; audit := led.audit;
      ELSIF inserted AND led.token IS NULL THEN
        UPDATE open_message SET attempts = 0 WHERE conversation_id = p_conversation AND message_id = p_message;
      END IF;
    END IF;
  END $$;

  CREATE OR REPLACE FUNCTION ${schema}.release(p_conversation text, p_token bigint) RETURNS boolean
  LANGUAGE plpgsql SET search_path = ${schema} AS $$
  DECLARE
    was_wanted boolean;
  BEGIN
    DELETE FROM lease WHERE conversation_id = p_conversation AND token = p_token RETURNING wanted INTO was_wanted;
    IF was_wanted THEN PERFORM pg_notify('${schema}_released', p_conversation); END IF;
    RETURN was_wanted IS NOT NULL;
  END $$;

  -- Returns why nothing was saved; null if all was.
  CREATE OR REPLACE FUNCTION ${schema}.commit_point(
    p_conversation text, p_token bigint, p_release boolean,
    p_at bigint, p_turns integer, p_step integer, p_checkpoint text,
    p_turn integer, p_message text, p_turn_at bigint, p_hash text, p_transcript text, p_audit text,
    p_keep_state boolean DEFAULT false
  ) RETURNS text LANGUAGE plpgsql SET search_path = ${schema} AS $$
  BEGIN
    IF p_token IS NOT NULL THEN
      -- Locked, so that nobody takes over between this look and the end of the transaction.
      PERFORM 1 FROM lease WHERE conversation_id = p_conversation AND token = p_token FOR UPDATE;
      IF NOT FOUND THEN RETURN 'lease_lost'; END IF;
    END IF;
    IF p_step IS NOT NULL THEN
      INSERT INTO conversation AS known (conversation_id, created_at, updated_at, turns, step, checkpoint)
      VALUES (p_conversation, p_at, p_at, p_turns, p_step, p_checkpoint)
      ON CONFLICT (conversation_id) DO UPDATE SET updated_at = excluded.updated_at,
        turns = greatest(known.turns, excluded.turns), step = excluded.step, checkpoint = excluded.checkpoint
        WHERE known.step < excluded.step;
      IF NOT FOUND THEN RETURN 'conflict'; END IF;
    END IF;
    IF p_turn IS NOT NULL THEN
      -- The same turn may be saved again, if a state is updated between turns.
      INSERT INTO turn (conversation_id, message_id, turn, at, body_hash, transcript, audit, state)
      VALUES (p_conversation, p_message, p_turn, p_turn_at, p_hash, p_transcript, p_audit,
        CASE WHEN p_keep_state THEN p_checkpoint END)
      ON CONFLICT (conversation_id, message_id) DO UPDATE
        SET transcript = excluded.transcript, audit = excluded.audit, state = excluded.state;
      DELETE FROM open_message WHERE conversation_id = p_conversation AND message_id = p_message;
    END IF;
    IF p_release THEN PERFORM release(p_conversation, p_token); END IF;
    RETURN NULL;
  END $$;

  -- The lease first: who is about to write under it has written before this waits no longer, or is refused after.
  CREATE OR REPLACE FUNCTION ${schema}.forget(p_conversation text) RETURNS void
  LANGUAGE plpgsql SET search_path = ${schema} AS $$
  BEGIN
    ${postgresTables.map((table) => `DELETE FROM ${table} WHERE conversation_id = p_conversation;`).join("\n    ")}
  END $$;
`;
